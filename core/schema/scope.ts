import type { AnyId, ItemId, ProjectId, ReviewSessionId, RoleId, SpaceId, StudioId } from '#core/lib/ids.ts'
import type { ScopeKind } from './define-table.ts'
import type { Permission } from './role-permissions.ts'

/** The owner of a board: a project, a moodboard space, or an item with its References task. */
export type BoardOwnerId = ProjectId | SpaceId | ItemId

/**
 * What is pulled and cached as one: a studio's catalogue, a space's items and tasks, an item's revisions and comments,
 * a studio's timeline, the board of a project, space or item, the entries of a review session, a project's casting.
 */
export type Scope =
  | `studio:${StudioId}`
  | `space:${SpaceId}`
  | `item:${ItemId}`
  | `timeline:${StudioId}`
  | `board:${BoardOwnerId}`
  | `review:${ReviewSessionId}`
  | `casting:${ProjectId}`

/** Splits a scope into its kind and its id. */
export function parseScope(scope: Scope): { readonly kind: ScopeKind; readonly id: AnyId } {
  const [kind, id] = scope.split(':')
  // A scope is always built as 'kind:id'.
  return { kind: kind as ScopeKind, id: id as AnyId }
}

/** The caller's access to a studio, as the server states it. */
export type StudioAccess = {
  readonly roleId: RoleId
  /** From 1 for the owner to 5 for a viewer. */
  readonly level: number
  readonly permissions: readonly Permission[]
  /** The projects the caller may open. */
  readonly projectIds: readonly ProjectId[]
}
