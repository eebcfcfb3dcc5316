import type { TaskId, UserId, VersionId } from '#core/lib/ids.ts'
import {
  defineTable,
  filledText,
  flag,
  initially,
  moment,
  number,
  of,
  optional,
  text,
  type RowOf,
} from './define-table.ts'

export const taskVersions = defineTable({
  key: ['id'],
  scopes: ['item'],
  belongsTo: { table: 'item_tasks', field: 'taskId' },
  order: (first, second) => numberOf(second) - numberOf(first) || second.createdAt - first.createdAt,
  fields: {
    id: of<VersionId>(),
    taskId: of<TaskId>(),
    /** 0 until the server assigns one. */
    versionNumber: initially(0, number),
    createdBy: optional(of<UserId>()),
    comment: initially('', text),
    /** Text such as `2h 30m`. */
    timeSpent: filledText,
    isCurrent: initially(true, flag),
    createdAt: moment,
  },
})

/** A revision of a task. */
export type VersionRow = RowOf<typeof taskVersions>

/** Returns the sort number; a revision not numbered yet counts as the newest. */
function numberOf({ versionNumber }: { readonly versionNumber: number }): number {
  return versionNumber === 0 ? Number.MAX_SAFE_INTEGER : versionNumber
}
