import { permissions } from '#core/schema/role-permissions.ts'
import { roleNames } from '#core/schema/user-roles.ts'
import { expect, test } from 'vitest'
import { toId, type RoleId } from '#core/lib/ids.ts'
import { toRoleMatrix } from './role-matrix.ts'
import { defaultRoleMatrix, hierarchyLevelOf } from './role-permission.ts'

const roles = roleNames.map((name) => ({ id: toId<RoleId>(name), name, hierarchyLevel: hierarchyLevelOf(name) }))

test('a studio without saved permissions has the default ones', () => {
  expect(toRoleMatrix(roles, [])).toEqual(defaultRoleMatrix)
})

test('saved permissions apply to their role alone, and the owner keeps everything', () => {
  const rows = (['member', 'owner'] as const).flatMap((role) =>
    permissions.map((permission) => ({ roleId: toId<RoleId>(role), permission, isAllowed: permission === 'delete' })),
  )

  const matrix = toRoleMatrix(roles, rows)

  expect(matrix.member).toEqual(['delete'])
  expect(matrix.owner).toEqual(permissions)
  expect(matrix.lead).toEqual(defaultRoleMatrix.lead)
})
