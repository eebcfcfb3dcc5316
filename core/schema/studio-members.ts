import type { RoleId, UserId } from '#core/lib/ids.ts'
import { defineTable, moment, of, optional, text, type RowOf } from './define-table.ts'

export const studioMembers = defineTable({
  key: ['userId'],
  scopes: ['studio'],
  order: (first, second) => first.displayName.localeCompare(second.displayName),
  fields: {
    userId: of<UserId>(),
    roleId: of<RoleId>(),
    archivedAt: optional(moment),
    displayName: text,
    email: text,
    avatarUrl: optional(text),
  },
})

/** A member as the catalogue lists them, with the profile that colleagues see. */
export type MemberRow = RowOf<typeof studioMembers>
