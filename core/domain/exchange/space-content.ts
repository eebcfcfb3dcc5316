import type { Task } from '../entities.ts'
import type { CollectionRow, ItemRow, MemberRow, StageRow, StatusRow } from '../rows.ts'
import type { StageId, TaskId } from '#core/lib/ids.ts'

/** What a space holds and what its studio knows, for imports and exports. Lists are in their order. */
export type SpaceContent = {
  readonly collections: readonly CollectionRow[]
  /** In the order of their collections. */
  readonly items: readonly ItemRow[]
  readonly tasks: readonly Task[]
  readonly hoursOf: (taskId: TaskId) => number | undefined
  readonly isIllustration: boolean
}

export type Catalogue = {
  readonly stages: readonly StageRow[]
  /** Stages that a new item of the space has tasks in, unless told otherwise. */
  readonly activeStageIds: readonly StageId[]
  readonly statuses: readonly StatusRow[]
  readonly members: readonly MemberRow[]
}
