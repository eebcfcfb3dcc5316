import type { ExpressionProblem, ExpressionValue } from '#core/expressions/types.ts'
import type { CalendarDate } from '#core/lib/calendar-date.ts'
import { toId, type ItemId, type StageId, type UserId } from '#core/lib/ids.ts'
import type { Result } from '#core/lib/result.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { ItemRow } from '#core/schema/items.ts'
import type { StageRow } from '#core/schema/stages.ts'
import type { FilterContext } from '#core/timeline/filter-rows.ts'
import type { SpaceReplica } from './space-replica.ts'

type AskedSources = {
  readonly space: SpaceReplica
  /** Fields of items, and of their tasks. */
  readonly fields: readonly FieldDefinition[]
  /** The stages whose tasks have conditions of their own. */
  readonly stages: readonly Pick<StageRow, 'id' | 'name'>[]
  /** The person “mine” refers to. */
  readonly me: UserId | undefined
  readonly today: () => CalendarDate
  /** Evaluates a formula for an item; absent until the expression language is loaded. */
  readonly readFormula: (
    item: ItemRow,
    field: FieldDefinition,
  ) => Result<ExpressionValue, ExpressionProblem> | undefined
  readonly makeTest: (text: string) => (item: ItemRow) => boolean
}

/** Gathers what a space's filter needs besides the rows: fields, formulas and expressions. */
export function makeFilterContext({ space, readFormula, makeTest, ...context }: AskedSources): FilterContext {
  const find = (id: string | undefined) => space.replica.find('items', toId<ItemId>(id ?? ''))
  return {
    ...context,
    valueOf: (field, { itemId }) => {
      const item = find(itemId)
      if (item === undefined || field.kind !== 'formula') return item?.fields?.[field.key]
      const result = readFormula(item, field)
      return result?.ok === true ? result.value : undefined
    },
    findTask: ({ itemId }, stageId) => {
      const task = space.findTask(toId<ItemId>(itemId ?? ''), toId<StageId>(stageId))
      return task?.isDisabled === true ? undefined : task
    },
    holds: (text) => {
      const test = makeTest(text)
      return ({ itemId }) => {
        const item = find(itemId)
        return item !== undefined && test(item)
      }
    },
  }
}
