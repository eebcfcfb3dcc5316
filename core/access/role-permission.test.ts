import { permissions } from '#core/schema/role-permissions.ts'
import { roleNames, type RoleName } from '#core/schema/user-roles.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newId, type UserId } from '#core/lib/ids.ts'
import {
  projectToggleRoles,
  assignableRoles,
  canDeleteComment,
  canEditComment,
  canEditRole,
  canOpenProject,
  canRemoveMember,
  compareMembers,
  defaultRoleMatrix,
  hasPermission,
  hierarchyLevelOf,
  setPermission,
  toRoleName,
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

test('an owner may do everything and open every project, whatever is saved', () => {
  fc.assert(
    fc.property(matrix, permission, fc.subarray([...roleNames]), (saved, wanted, allowedRoles) => {
      expect(hasPermission(saved, 'owner', wanted)).toBe(true)
      expect(canOpenProject(anActor('owner', saved), allowedRoles)).toBe(true)
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

test('a project opens for the roles its toggles allow, and Lead follows Member', () => {
  const whoMay = (allowed: readonly RoleName[] | undefined) =>
    roleNames.filter((name) => canOpenProject(anActor(name), allowed))

  expect(projectToggleRoles).toEqual(['owner', 'admin', 'member', 'viewer'])
  expect(whoMay(undefined)).toEqual(roleNames)
  expect(whoMay([])).toEqual(['owner', 'admin'])
  expect(whoMay(['member'])).toEqual(['owner', 'admin', 'lead', 'member'])
  expect(whoMay(['viewer', 'lead'])).toEqual(['owner', 'admin', 'viewer'])
})

test('only the author edits a comment; the author or a role with Delete deletes it', () => {
  const author = anActor('viewer')
  const comment = { createdBy: author.userId }

  expect(canEditComment(author, comment)).toBe(true)
  expect(canEditComment(anActor('owner'), comment)).toBe(false)
  expect(canDeleteComment(author, comment)).toBe(true)
  expect(canDeleteComment(anActor('lead'), comment)).toBe(true)
  expect(canDeleteComment(anActor('member'), comment)).toBe(false)
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

test('role names are read in any case and ranked as listed', () => {
  expect(toRoleName(' Lead ')).toBe('lead')
  expect(toRoleName('Artist')).toBeUndefined()
  expect(roleNames.map(hierarchyLevelOf)).toEqual([1, 2, 3, 4, 5])
})
