import type { StageId } from '#core/lib/ids.ts'
import { defineTable, number, of, optional, text, type RowOf } from './define-table.ts'

/** The parts of a pipeline, in order. */
export const stageCategories = ['pre-production', 'production', 'post-production'] as const
export type StageCategory = (typeof stageCategories)[number]

export const stages = defineTable({
  key: ['id'],
  scopes: ['studio'],
  order: (first, second) => first.orderIndex - second.orderIndex,
  fields: {
    id: of<StageId>(),
    name: text,
    color: text,
    category: of<StageCategory>(),
    icon: optional(text),
    orderIndex: number,
  },
})

/** A step of the studio's pipeline, such as Layout or Animation. */
export type StageRow = RowOf<typeof stages>
