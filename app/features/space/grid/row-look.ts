import type { TaskId } from '#core/lib/ids.ts'
import type { CellView, Editing } from '../space-view-store.ts'

/** What all rows share, and what only one of them has. */
export type RowLook = {
  readonly view: CellView
  readonly editing: Editing | undefined
  readonly thumbnailUrl: string | undefined
  readonly isMoved: boolean
  readonly getMinutes: (taskId: TaskId) => number | undefined
}
