import type { StudioId } from '#core/lib/ids.ts'
import { defineQuery } from '#core/query/define-query.ts'
import { listInvites, type ListedInvite } from './manage-invites.ts'
import { listRemovedMembers, type RemovedMember } from './manage-members.ts'
import { listAccessTokens, listServiceAccounts, type ListedToken, type ServiceAccount } from './manage-tokens.ts'

type OfStudio = { readonly studioId: StudioId }

/** A studio's invite links, newest first; empty for people who may not manage its users. */
export const invitesQuery = defineQuery<OfStudio, ListedInvite>({
  name: 'invites',
  fields: { id: true, createdAt: true, expiresAt: true, isValid: true, useCount: true },
  fetch: async (gateway, { studioId }) => whole(await listInvites(studioId, { gateway })),
})

/** People whom the caller may readmit to a studio, last removed first. */
export const removedMembersQuery = defineQuery<OfStudio, RemovedMember>({
  name: 'removed-members',
  fields: { userId: true, displayName: true, email: true, avatarUrl: true, role: true, removedAt: true },
  fetch: async (gateway, { studioId }) => whole(await listRemovedMembers(studioId, { gateway })),
})

/** The caller's access tokens in a studio, or everybody's for those who may manage its users; newest first. */
export const accessTokensQuery = defineQuery<OfStudio, ListedToken>({
  name: 'access-tokens',
  fields: {
    id: true,
    name: true,
    hint: true,
    userId: true,
    userName: true,
    isService: true,
    createdAt: true,
    expiresAt: true,
    lastUsedAt: true,
    revokedAt: true,
  },
  fetch: async (gateway, { studioId }) => whole(await listAccessTokens(studioId, { gateway })),
})

/** A studio's service accounts by name; empty for people who may not manage its users. */
export const serviceAccountsQuery = defineQuery<OfStudio, ServiceAccount>({
  name: 'service-accounts',
  fields: { id: true, name: true, role: true, createdAt: true, tokenCount: true, lastUsedAt: true },
  fetch: async (gateway, { studioId }) => whole(await listServiceAccounts(studioId, { gateway })),
})

/** Wraps a complete list as the only page. */
function whole<Row>(items: readonly Row[]): { readonly items: readonly Row[]; readonly next: undefined } {
  return { items, next: undefined }
}
