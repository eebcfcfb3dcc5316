import type { RoleId } from '#core/lib/ids.ts'
import { defineTable, number, of, type RowOf } from './define-table.ts'

/** The studio's roles, most powerful first; also the order of member lists. */
export const roleNames = ['owner', 'admin', 'lead', 'member', 'viewer'] as const
export type RoleName = (typeof roleNames)[number]

export const userRoles = defineTable({
  key: ['id'],
  scopes: ['studio'],
  order: (first, second) => first.hierarchyLevel - second.hierarchyLevel,
  fields: {
    id: of<RoleId>(),
    name: of<RoleName>(),
    /** 1 for the owner, higher for less powerful roles. */
    hierarchyLevel: number,
  },
})

/** A role; every studio has the same ones. */
export type Role = RowOf<typeof userRoles>
