import type { RoleId } from '#core/lib/ids.ts'
import { defineTable, number, of, type RowOf } from './define-table.ts'

/** The roles of a studio, most powerful first; the order of member lists. */
export const roleNames = ['owner', 'admin', 'lead', 'member', 'viewer'] as const
export type RoleName = (typeof roleNames)[number]

export const userRoles = defineTable({
  key: ['id'],
  scopes: ['studio'],
  order: (first, second) => first.hierarchyLevel - second.hierarchyLevel,
  fields: {
    id: of<RoleId>(),
    name: of<RoleName>(),
    /** Grows from the owner down. */
    hierarchyLevel: number,
  },
})

/** A role; the same ones in every studio. */
export type Role = RowOf<typeof userRoles>
