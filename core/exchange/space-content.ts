import type { Task } from '#core/schema/item-tasks.ts'
import type { CollectionRow } from '#core/schema/collections.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { ItemKind } from '#core/schema/item-kinds.ts'
import type { ItemRow } from '#core/schema/items.ts'
import type { MemberRow } from '#core/schema/studio-members.ts'
import type { SpaceStage } from '#core/schema/space-stages.ts'
import type { SpaceStatus } from '#core/schema/space-statuses.ts'
import type { StageRow } from '#core/schema/stages.ts'
import type { RoleName } from '#core/schema/user-roles.ts'
import type { StatusRow } from '#core/schema/task-statuses.ts'
import type { CastContent } from './cast-index.ts'
import type { FormulaCheck } from './formula-check.ts'
import type { RationalRate } from './rational-rate.ts'
import type { StageId, TaskId } from '#core/lib/ids.ts'

/** The contents of a space, for imports and exports. Lists are in display order. */
export type SpaceContent = {
  readonly collections: readonly CollectionRow[]
  /** In the order of their collections. */
  readonly items: readonly ItemRow[]
  readonly tasks: readonly Task[]
  readonly hoursOf: (taskId: TaskId) => number | undefined
  readonly isIllustration: boolean
  /** The casts of the project's items; absent if not loaded. */
  readonly casting?: CastContent | undefined
}

/** The project of a space. */
export type ImportProject = {
  readonly name: string
  /** The number of its films' first frame. */
  readonly firstFrame?: number | undefined
  /** The frame rate that all items of the space with a rate have. */
  readonly rate?: RationalRate | undefined
}

export type Catalogue = {
  readonly project?: ImportProject | undefined
  readonly stages: readonly StageRow[]
  /** Stages in which a new item of the space gets tasks by default. */
  readonly activeStageIds: readonly StageId[]
  readonly statuses: readonly StatusRow[]
  /** The stages and statuses of the space, in order; no statuses if it offers all. */
  readonly space?: { readonly stages: readonly SpaceStage[]; readonly statuses: readonly SpaceStatus[] }
  readonly members: readonly MemberRow[]
  /** The studio's own fields that the items of the space have. */
  readonly fields?: readonly FieldDefinition[]
  /** The studio's own fields that its tasks have. */
  readonly taskFields?: readonly FieldDefinition[]
  /** All of the studio's own fields. */
  readonly studioFields?: readonly FieldDefinition[]
  /** Whether the person has at least this role; of anybody if empty. */
  readonly hasRole?: (floor: RoleName | '') => boolean
  /** Checks the formulas among new fields as the studio would calculate them, by key. */
  readonly checkFormulas?: FormulaCheck
  /** The studio's kinds of items. */
  readonly kinds?: readonly ItemKind[]
  /** The default kind of a new item in the space. */
  readonly newKind?: ItemKind | undefined
}
