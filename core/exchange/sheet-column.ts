import type { CommentColumn } from './comment-columns.ts'
import type { FieldColumn } from './own-field-cells.ts'
import type { LengthUnit } from './read-length.ts'
import type { ItemColumn, TaskColumn } from './sheet-fields.ts'

/** The meaning of a sheet's column. */
export type SheetColumn =
  /** With `unit` for a column of lengths that are not all plain frames. */
  | { readonly kind: 'item'; readonly field: ItemColumn; readonly unit?: LengthUnit }
  | { readonly kind: 'task'; readonly stage: string; readonly field: TaskColumn }
  /** A task field of the studio's own: of the tasks in a stage, or of the row's task if there is no stage; or a new one. */
  | ({ readonly kind: 'task field'; readonly stage: string | undefined; readonly isNew?: true } & FieldColumn)
  /** About the row's own task, in a list of tasks. */
  | { readonly kind: 'row task'; readonly field: TaskColumn | 'stage' }
  /** About the comment that the row is, or contains. */
  | { readonly kind: 'comment'; readonly field: CommentColumn }
  | { readonly kind: 'id'; readonly system: string }
  /** One of the studio's own fields, or a new one for this column; rows of tasks use `twin`, a tasks' list of that name. */
  | ({ readonly kind: 'field'; readonly isNew?: true; readonly twin?: FieldColumn } & FieldColumn)
  /** Not used, with the reason. With `isHomeless` it could become a field; `values` counts its values. */
  | {
      readonly kind: 'left'
      readonly reason: string
      readonly isHomeless?: true
      /** Whether that is a field of tasks. */
      readonly isOfTask?: true
      readonly values?: number
      /** The stage it could become, as its cells are statuses. */
      readonly stage?: string
      /** Whether it counts once the frame rate of its cells is known. */
      readonly needsRate?: true
    }
