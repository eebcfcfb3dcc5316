import type { Task } from '#core/schema/item-tasks.ts'
import type { CollectionRow } from '#core/schema/collections.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { ItemKind } from '#core/schema/item-kinds.ts'
import type { ItemRow } from '#core/schema/items.ts'
import type { MemberRow } from '#core/schema/studio-members.ts'
import type { SpaceStage } from '#core/schema/space-stages.ts'
import type { SpaceStatus } from '#core/schema/space-statuses.ts'
import type { StageRow } from '#core/schema/stages.ts'
import type { StatusRow } from '#core/schema/task-statuses.ts'
import type { CastContent } from './cast-index.ts'
import type { StageId, TaskId } from '#core/lib/ids.ts'

/** What a space holds and what its studio knows, for imports and exports. Lists are in their order. */
export type SpaceContent = {
  readonly collections: readonly CollectionRow[]
  /** In the order of their collections. */
  readonly items: readonly ItemRow[]
  readonly tasks: readonly Task[]
  readonly hoursOf: (taskId: TaskId) => number | undefined
  readonly isIllustration: boolean
  /** What items of the project are made with; unknown where absent. */
  readonly casting?: CastContent | undefined
}

/** The project that a space is in. */
export type ImportProject = {
  readonly name: string
  /** The number of the first frame of its films. */
  readonly firstFrame?: number | undefined
}

export type Catalogue = {
  readonly project?: ImportProject | undefined
  readonly stages: readonly StageRow[]
  /** Stages that a new item of the space has tasks in, unless told otherwise. */
  readonly activeStageIds: readonly StageId[]
  readonly statuses: readonly StatusRow[]
  /** The stages and statuses that the space has, in their order; of statuses none where it offers all. */
  readonly space?: { readonly stages: readonly SpaceStage[]; readonly statuses: readonly SpaceStatus[] }
  readonly members: readonly MemberRow[]
  /** The studio's own fields that the items of the space have; none where absent. */
  readonly fields?: readonly FieldDefinition[]
  /** Those that its tasks have; none where absent. */
  readonly taskFields?: readonly FieldDefinition[]
  /** All of the studio's own fields. */
  readonly studioFields?: readonly FieldDefinition[]
  /** The studio's kinds of items; none where absent. */
  readonly kinds?: readonly ItemKind[]
  /** What a new item of the space is of where nothing says it. */
  readonly newKind?: ItemKind | undefined
}
