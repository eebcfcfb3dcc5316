import type { FieldPeople } from '#core/fields/field-text.ts'
import type { CommentCells } from './comment-cells.ts'
import type { ControlNames } from './control-names.ts'
import type { ImportRow, TaskValues } from './import-row.ts'
import type { TwinCell } from './own-field-cells.ts'
import type { RationalRate } from './rational-rate.ts'
import type { DayOrder } from './read-day.ts'
import type { ItemColumn, TaskColumn } from './sheet-fields.ts'

export type RowOptions = {
  /** Whether empty cells clear values instead of leaving them; never a status or a name. */
  readonly isBlankClear: boolean
  /** The number of a shot's first frame, if the row has only a length. */
  readonly firstFrame?: number | undefined
  /** The frame rate of timecodes in rows without one. */
  readonly rate?: RationalRate | undefined
  /** Whether timecodes of ends are of the frame after the last one. */
  readonly endsAfterLast?: boolean | undefined
  /** The names of the studio's stages: a row whose type is one of them is a task. */
  readonly stages?: readonly string[]
  /** Stage names to use for words in rows, by the folded word. */
  readonly stageWords?: ReadonlyMap<string, string>
  /** Whether a row whose type is a stage is a task; otherwise that is a type of assets. */
  readonly hasTaskRows?: boolean
  /** The people that fields of kind `person` can hold. */
  readonly members?: FieldPeople | undefined
  /** The order of day and month in ambiguous dates. */
  readonly dayOrder?: DayOrder | undefined
  /** The names of options in messages; as in the app if absent. */
  readonly controls?: ControlNames | undefined
}

/** A row whose place is not determined yet. */
export type BuiltRow = {
  readonly row: ImportRow
  readonly episode: string | undefined
  readonly path: string | undefined
  /** Its type in another program, if it is not an item: `sequence`. */
  readonly otherKind: string | undefined
  /** The stage, for a row in a list of tasks. */
  readonly stage: string | undefined
  /** Fields whose cell was not used, with the reason. */
  readonly unused: readonly (readonly [ItemColumn | TaskColumn | `${'' | 'task '}field ${string}`, string])[]
  /** The task's values, for a row in a list of tasks. */
  readonly own?: TaskValues | undefined
  /** Cells of lists that both items and tasks have, read for either. */
  readonly twins: readonly TwinCell[]
  /** Whether it is an item in a list of tasks, and so needs no stage. */
  readonly isItemRow?: true
  /** The comment that the row is, or contains. */
  readonly comment?: CommentCells | undefined
}
