import { permissions } from '#core/schema/role-permissions.ts'
import { roleNames, type RoleName } from '#core/schema/user-roles.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newId, type UserId } from '#core/lib/ids.ts'
import {
  projectToggleRoles,
  assignableRoles,
  canEditComment,
  canEditRole,
  canRemoveMember,
  compareMembers,
  defaultRoleMatrix,
  hasPermission,
  hierarchyLevelOf,
  setPermission,
  type RoleMatrix,
} from './role-permission.ts'

const matrix: fc.Arbitrary<RoleMatrix> = fc.record({
  owner: fc.subarray([...permissions]),
  admin: fc.subarray([...permissions]),
  lead: fc.subarray([...permissions]),
  member: fc.subarray([...permissions]),
  viewer: fc.subarray([...permissions]),
})
const role = fc.constantFrom(...roleNames)
const permission = fc.constantFrom(...permissions)
const anActor = (actorRole: RoleName, roleMatrix: RoleMatrix = defaultRoleMatrix) => ({
  userId: newId<UserId>(),
  role: actorRole,
  matrix: roleMatrix,
})

test('the default permissions are those of the specification', () => {
  const allowed = (wanted: (typeof permissions)[number]) =>
    roleNames.filter((name) => hasPermission(defaultRoleMatrix, name, wanted))

  expect(allowed('create')).toEqual(['owner', 'admin', 'lead', 'member'])
  expect(allowed('delete')).toEqual(['owner', 'admin', 'lead'])
  expect(allowed('admin_users')).toEqual(['owner', 'admin', 'lead'])
  expect(allowed('comment')).toEqual(['owner', 'admin', 'lead', 'member', 'viewer'])
  expect(allowed('revisions')).toEqual(['owner', 'admin', 'lead', 'member'])
  expect(allowed('view_all_projects')).toEqual(['owner', 'admin'])
})

test('an owner may do everything, whatever is saved', () => {
  fc.assert(
    fc.property(matrix, permission, (saved, wanted) => {
      expect(hasPermission(saved, 'owner', wanted)).toBe(true)
    }),
  )
})

test('setting one box changes no other', () => {
  fc.assert(
    fc.property(matrix, fc.record({ role, permission, isAllowed: fc.boolean() }), (saved, change) => {
      const next = setPermission(saved, change)
      for (const name of roleNames)
        for (const wanted of permissions) {
          const isTheBox = name === change.role && wanted === change.permission && name !== 'owner'
          expect(hasPermission(next, name, wanted)).toBe(
            isTheBox ? change.isAllowed : hasPermission(saved, name, wanted),
          )
        }
    }),
  )
})

test('nobody can change, archive or remove an owner', () => {
  fc.assert(
    fc.property(matrix, role, (saved, actorRole) => {
      expect(canEditRole(anActor(actorRole, saved), 'owner')).toBe(false)
      expect(canRemoveMember(anActor(actorRole, saved), 'owner')).toBe(false)
    }),
  )
  expect(assignableRoles).not.toContain('owner')
})

test('owners and admins edit roles; leads only remove members', () => {
  expect(roleNames.filter((name) => canEditRole(anActor(name), 'member'))).toEqual(['owner', 'admin'])
  expect(roleNames.filter((name) => canRemoveMember(anActor(name), 'member'))).toEqual(['owner', 'admin', 'lead'])
})

test('only the author edits a comment', () => {
  const author = anActor('viewer')
  const comment = { createdBy: author.userId }

  expect(canEditComment(author, comment)).toBe(true)
  expect(canEditComment(anActor('owner'), comment)).toBe(false)
})

test('members are listed by role, then name, with the archived last', () => {
  const aMember = (displayName: string, memberRole: RoleName, isArchived = false) => ({
    displayName,
    role: memberRole,
    isArchived,
  })
  const members = [
    aMember('bo', 'member'),
    aMember('Al', 'owner', true),
    aMember('Cy', 'owner'),
    aMember('Ann', 'member'),
  ]

  expect(members.sort(compareMembers).map((member) => member.displayName)).toEqual(['Cy', 'Ann', 'bo', 'Al'])
})

test('roles are ranked as listed, and projects have a toggle for each but Lead', () => {
  expect(projectToggleRoles).toEqual(['owner', 'admin', 'member', 'viewer'])
  expect(roleNames.map(hierarchyLevelOf)).toEqual([1, 2, 3, 4, 5])
})
