import type { Project, Role, Space, SpaceStage, SpaceStatus, Studio } from '../domain/entities.ts'
import type { Permission } from '../domain/role-permission.ts'
import type { MemberRow, ProjectRow, StageRow, StatusRow } from '../domain/rows.ts'
import type { ProjectId, SpaceId, StudioId } from '../lib/ids.ts'
import { memoByVersion } from './memo.ts'
import type { Replica } from './replica.ts'

/** A studio's catalogue. Every list is in its order and the same array until its tables change. */
export type StudioReplica = {
  readonly studioId: StudioId
  readonly replica: Replica
  findStudio: () => Studio | undefined
  /** Active ones first, then by their order, the newest first where they have none. */
  getProjects: () => readonly ProjectRow[]
  getSpaces: (projectId: ProjectId) => readonly Space[]
  getStages: () => readonly StageRow[]
  getStatuses: () => readonly StatusRow[]
  /** The stages of a space, active or not. */
  getSpaceStages: (spaceId: SpaceId) => readonly SpaceStage[]
  getSpaceStatuses: (spaceId: SpaceId) => readonly SpaceStatus[]
  getMembers: () => readonly MemberRow[]
  getRoles: () => readonly Role[]
  /** Whether the server allows it; only what people see depends on this, the server decides by itself. */
  can: (permission: Permission) => boolean
}

/** Reads a studio's replica as its catalogue. */
export function makeStudioReplica(studioId: StudioId, replica: Replica): StudioReplica {
  const sorted = <T>(rows: Iterable<T>, compare: (first: T, second: T) => number): readonly T[] =>
    [...rows].sort(compare)
  return {
    studioId,
    replica,
    findStudio: () => replica.find('studios', studioId),
    getProjects: memoByVersion(replica, ['projects'], () =>
      sorted(replica.getRows('projects').values(), compareProjects),
    ),
    getSpaces: (projectId) =>
      sorted(replica.getUnder('spaces', projectId), (a, b) => a.position - b.position || compareText(a.id, b.id)),
    getStages: memoByVersion(replica, ['stages'], () => sorted(replica.getRows('stages').values(), byOrderIndex)),
    getStatuses: memoByVersion(replica, ['task_statuses'], () =>
      sorted(replica.getRows('task_statuses').values(), (a, b) => a.position - b.position || compareText(a.id, b.id)),
    ),
    getSpaceStages: (spaceId) => sorted(replica.getUnder('space_stages', spaceId), byOrderIndex),
    getSpaceStatuses: (spaceId) => sorted(replica.getUnder('space_statuses', spaceId), byOrderIndex),
    getMembers: memoByVersion(replica, ['studio_members'], () =>
      sorted(replica.getRows('studio_members').values(), (a, b) => a.displayName.localeCompare(b.displayName)),
    ),
    getRoles: memoByVersion(replica, ['user_roles'], () =>
      sorted(replica.getRows('user_roles').values(), (a, b) => a.hierarchyLevel - b.hierarchyLevel),
    ),
    can: (permission) => replica.findAccess()?.permissions.includes(permission) ?? false,
  }
}

type Ordered = { readonly orderIndex: number }

function byOrderIndex(first: Ordered, second: Ordered): number {
  return first.orderIndex - second.orderIndex
}

function compareText(first: string, second: string): number {
  return first < second ? -1 : Number(first > second)
}

type OrderedProject = Pick<Project, 'id' | 'isActive' | 'displayOrder' | 'createdAt'>

function compareProjects(first: OrderedProject, second: OrderedProject): number {
  return (
    Number(second.isActive) - Number(first.isActive) ||
    (first.displayOrder ?? Number.MAX_SAFE_INTEGER) - (second.displayOrder ?? Number.MAX_SAFE_INTEGER) ||
    second.createdAt - first.createdAt
  )
}
