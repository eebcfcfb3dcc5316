import type { Replica } from '#core/schema/replica.ts'
import { inOrder, type Rows, type TableName } from '#core/schema/tables.ts'
import { roleNames, type Role, type RoleName } from '#core/schema/user-roles.ts'
import type { Space } from '#core/schema/spaces.ts'
import { isFieldOf, isFieldOfProject, type FieldDefinition, type FieldOwner } from '#core/schema/field-definitions.ts'
import type { ItemKind } from '#core/schema/item-kinds.ts'
import type { StageNeed } from '#core/schema/stage-needs.ts'
import type { SpaceStage } from '#core/schema/space-stages.ts'
import type { SpaceView } from '#core/schema/space-views.ts'
import type { ProjectView } from '#core/schema/project-views.ts'
import type { SpaceStatus } from '#core/schema/space-statuses.ts'
import type { Studio } from '#core/schema/studios.ts'
import type { Permission } from '#core/schema/role-permissions.ts'
import type { MemberRow } from '#core/schema/studio-members.ts'
import type { ProjectRow } from '#core/schema/projects.ts'
import type { StageRow } from '#core/schema/stages.ts'
import type { StatusRow } from '#core/schema/task-statuses.ts'
import type { ProjectId, SpaceId, StudioId, UserId } from '#core/lib/ids.ts'
import { makeKindField } from '#core/items/kind-column.ts'
import { memoByVersion } from '#core/schema/memo.ts'

/** A studio's catalogue. Every list is ordered, and the same array until its tables change. */
export type StudioReplica = {
  readonly studioId: StudioId
  readonly replica: Replica
  /** The current person; undefined if there is none. */
  readonly userId: UserId | undefined
  findStudio: () => Studio | undefined
  getProjects: () => readonly ProjectRow[]
  getSpaces: (projectId: ProjectId) => readonly Space[]
  getStages: () => readonly StageRow[]
  getStatuses: () => readonly StatusRow[]
  /** The fields of items. */
  getFields: () => readonly FieldDefinition[]
  /** The fields of items, tasks and projects. */
  getAllFields: () => readonly FieldDefinition[]
  /** The fields of tasks. */
  getTaskFields: () => readonly FieldDefinition[]
  getProjectFields: (projectId: ProjectId) => readonly FieldDefinition[]
  getKinds: () => readonly ItemKind[]
  /** Returns the kinds as options of a field. */
  getKindField: () => FieldDefinition
  /** Returns which stages wait for which stages of the cast. */
  getNeeds: () => readonly StageNeed[]
  /** Returns the fields of a space's items or tasks. */
  getSpaceFields: (space: Pick<Space, 'id' | 'projectId'>, owner?: 'item' | 'task') => readonly FieldDefinition[]
  /** Returns a space's stages, active or not. */
  getSpaceStages: (spaceId: SpaceId) => readonly SpaceStage[]
  getSpaceStatuses: (spaceId: SpaceId) => readonly SpaceStatus[]
  /** Returns a space's saved views: the person's own and the studio's. */
  getSpaceViews: (spaceId: SpaceId) => readonly SpaceView[]
  /** Returns the saved views of a project's pages: the person's own and the studio's. */
  getProjectViews: (projectId: ProjectId) => readonly ProjectView[]
  getMembers: () => readonly MemberRow[]
  getRoles: () => readonly Role[]
  /** Tells whether the server grants a permission; only for the interface, since the server checks by itself. */
  can: (permission: Permission) => boolean
  /** Tells whether the person has this role or a higher one; like `can`. Empty for anybody. */
  hasRole: (floor: RoleName | '') => boolean
  /** Tells whether the person's role may write a field; like `can`. */
  canWrite: (field: Pick<FieldDefinition, 'writeFloor'>) => boolean
}

/** Makes the catalogue of a studio's replica. */
export function makeStudioReplica(studioId: StudioId, replica: Replica, userId?: UserId): StudioReplica {
  const list = <Name extends TableName>(table: Name): (() => readonly Rows[Name][]) =>
    memoByVersion(replica, [table], () => inOrder(table, replica.getRows(table).values()))
  const getAllFields = list('field_definitions')
  const fieldsOf = (owner: FieldOwner): (() => readonly FieldDefinition[]) =>
    memoByVersion(replica, ['field_definitions'], () => getAllFields().filter((field) => field.of === owner))
  const can: StudioReplica['can'] = (permission) => replica.findAccess()?.permissions.includes(permission) ?? false
  const hasRole: StudioReplica['hasRole'] = (floor) =>
    floor === '' || (replica.findAccess()?.level ?? 99) <= roleNames.indexOf(floor) + 1
  const getKinds = list('item_kinds')
  const [getFields, getTaskFields] = [fieldsOf('item'), fieldsOf('task')]
  return {
    studioId,
    replica,
    userId,
    findStudio: () => replica.find('studios', studioId),
    getProjects: list('projects'),
    getSpaces: (projectId) => inOrder('spaces', replica.getUnder('spaces', projectId)),
    getStages: list('stages'),
    getStatuses: list('task_statuses'),
    getFields,
    getAllFields,
    getTaskFields,
    getProjectFields: (projectId) => getAllFields().filter((field) => isFieldOfProject(field, projectId)),
    getKinds,
    getKindField: memoByVersion(replica, ['item_kinds'], () => makeKindField(getKinds())),
    getNeeds: list('stage_needs'),
    getSpaceFields: (space, owner = 'item') =>
      (owner === 'item' ? getFields() : getTaskFields()).filter((field) => isFieldOf(field, space)),
    getSpaceStages: (spaceId) => inOrder('space_stages', replica.getUnder('space_stages', spaceId)),
    getSpaceStatuses: (spaceId) => inOrder('space_statuses', replica.getUnder('space_statuses', spaceId)),
    getSpaceViews: (spaceId) => inOrder('space_views', replica.getUnder('space_views', spaceId)),
    getProjectViews: (projectId) => inOrder('project_views', replica.getUnder('project_views', projectId)),
    getMembers: list('studio_members'),
    getRoles: list('user_roles'),
    can,
    hasRole,
    canWrite: ({ writeFloor }) => can('create') && hasRole(writeFloor),
  }
}
