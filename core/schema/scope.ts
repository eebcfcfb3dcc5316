import type { AnyId, ItemId, ProjectId, ReviewSessionId, RoleId, SpaceId, StudioId } from '#core/lib/ids.ts'
import type { ScopeKind } from './define-table.ts'
import type { Permission } from './role-permissions.ts'

/** What a board belongs to: a project's moodboard, a moodboard space, or an item's References task. */
export type BoardOwnerId = ProjectId | SpaceId | ItemId

/**
 * What is pulled and cached as one: a studio's catalogue, a space's items and tasks, an item's revisions and comments, a
 * studio's timeline, the board of a project, space or item, what is looked at in a review session, what a
 * project's items are made with.
 */
export type Scope =
  | `studio:${StudioId}`
  | `space:${SpaceId}`
  | `item:${ItemId}`
  | `timeline:${StudioId}`
  | `board:${BoardOwnerId}`
  | `review:${ReviewSessionId}`
  | `casting:${ProjectId}`

/** The kind of a scope and the id it is about. */
export function parseScope(scope: Scope): { readonly kind: ScopeKind; readonly id: AnyId } {
  const [kind, id] = scope.split(':')
  // A scope is always built as 'kind:id'.
  return { kind: kind as ScopeKind, id: id as AnyId }
}

/** What the caller may do in a studio, as the server says. */
export type StudioAccess = {
  readonly roleId: RoleId
  /** 1 for the owner to 5 for a viewer. */
  readonly level: number
  readonly permissions: readonly Permission[]
  /** The projects the caller may open. */
  readonly projectIds: readonly ProjectId[]
}
