import { type RoleName, roleNames } from '#core/schema/user-roles.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { defaultStages } from '#core/studios/default-stages.ts'
import { defaultStatuses } from '#core/studios/default-statuses.ts'
import { defaultRoleMatrix } from '#core/access/role-permission.ts'
import type { TestHost } from '#tests/host/start-test-host.ts'
import { startTestHost } from '#tests/host/start-test-host.ts'
import type { TestStudio } from './a-studio.ts'
import { aStudio, aTask, call, insert, refusal, roleId } from './a-studio.ts'

let host: TestHost
let studio: TestStudio

beforeAll(async () => {
  host = await startTestHost()
  studio = await aStudio(host)
})
afterAll(() => host.close())

type Member = { user_id: string; role: string; role_id: string; is_archived: boolean }
const unknownId = '5f8e1f0a-0000-4000-8000-00000000dead'

describe('creating a studio', () => {
  test('starts it with the default stages, statuses and role matrix, owned by its creator', async () => {
    const { client, id: userId } = await host.admin.createUser()

    const made = await call<{ id: string; name: string }>(client, 'create_studio', { p_name: '  Paper Boat ' })

    const of = (table: string, columns: string, order: string) =>
      client.from(table).select(columns).eq('studio_id', made.id).order(order)
    expect(made).toMatchObject({ name: 'Paper Boat', custom_slug: 'paper-boat', slug: 'paper-boat' })
    expect((await of('stages', 'name, category, color, order_index', 'order_index')).data).toEqual(
      defaultStages.map(({ name, category, color, orderIndex }) => ({
        name,
        category,
        color,
        order_index: orderIndex,
      })),
    )
    expect(
      (await of('task_statuses', 'name, short_code, color, position, is_done, is_default', 'position')).data,
    ).toEqual(
      defaultStatuses.map(({ name, shortCode, color, position, isDone, isDefault }) => ({
        name,
        short_code: shortCode,
        color,
        position,
        is_done: isDone,
        is_default: isDefault,
      })),
    )
    const { data: matrix } = await client
      .from('role_permissions')
      .select('role_id, permission')
      .eq('studio_id', made.id)
      .is('is_allowed', true)
    for (const role of roleNames)
      expect(new Set(matrix?.filter((row) => row.role_id === roleId(role)).map((row) => row.permission))).toEqual(
        new Set(defaultRoleMatrix[role]),
      )
    expect(await call(client, 'list_studio_members', { p_studio: made.id })).toMatchObject([
      { user_id: userId, role: 'owner' },
    ])
  })

  test('gives the second studio of a name the next free slug', async () => {
    const { client } = await host.admin.createUser()

    const made = [1, 2, 3].map(() => call<{ custom_slug: string }>(client, 'create_studio', { p_name: 'Tin Rocket' }))

    const slugs = (await Promise.all(made)).map((row) => row.custom_slug)
    expect(slugs.toSorted()).toEqual(['tin-rocket', 'tin-rocket-2', 'tin-rocket-3'])
  })

  test('twice with one id creates one studio, and refuses another person’s id', async () => {
    const { client } = await host.admin.createUser()
    const id = crypto.randomUUID()

    const first = await call(client, 'create_studio', { p_name: 'Twice', p_id: id })
    const second = await call(client, 'create_studio', { p_name: 'Twice', p_id: id })

    expect(second).toEqual(first)
    expect(await refusal(client, 'create_studio', { p_name: 'Twice', p_id: studio.id })).toMatchObject({
      code: '23505',
      status: 409,
    })
  })

  test('requires a name', async () => {
    expect(await refusal(studio.owner.client, 'create_studio', { p_name: ' \n ' })).toMatchObject({
      code: '22023',
      message: 'Please enter a studio name',
    })
    expect(await refusal(studio.owner.client, 'create_studio', { p_name: 'x'.repeat(201) })).toMatchObject({
      code: '22023',
    })
  })

  test('starts it from the templates if there are any, first one first', async () => {
    const service = host.admin.client
    const [ink, paint] = [
      await insert(service, 'template_stages', { name: 'Ink' }),
      await insert(service, 'template_stages', { name: 'Paint', order_index: 5 }),
    ]
    const later = await insert(service, 'template_stage_presets', { name: 'Later', position: 2 })
    const first = await insert(service, 'template_stage_presets', { name: 'First', position: 1 })
    const open = await insert(service, 'template_statuses', { name: 'Open' })
    const statuses = await insert(service, 'template_status_presets', { name: 'Simple' })
    await service.from('template_stage_presets').insert({ name: 'Empty' })
    await service.from('stage_preset_items').insert([
      { preset_id: later.id, stage_id: ink.id, order_index: 0 },
      { preset_id: first.id, stage_id: paint.id, order_index: 0 },
    ])
    await service.from('status_preset_items').insert({ preset_id: statuses.id, status_id: open.id })

    const { client } = await host.admin.createUser()
    const made = await call<{ id: string }>(client, 'create_studio', { p_name: 'From templates' })

    for (const table of ['template_stages', 'template_stage_presets', 'template_statuses', 'template_status_presets'])
      await service.from(table).delete().not('id', 'is', null)
    const stages = await client.from('stages').select('name, order_index').eq('studio_id', made.id).order('order_index')
    const presets = await client
      .from('studio_stage_presets')
      .select('name, studio_stage_preset_items(stages(name))')
      .eq('studio_id', made.id)
      .order('position')
    const made_statuses = await client.from('task_statuses').select('name, is_default').eq('studio_id', made.id)
    expect(stages.data).toEqual([
      { name: 'Paint', order_index: 10 },
      { name: 'Ink', order_index: 20 },
    ])
    expect(presets.data).toEqual([
      { name: 'First', studio_stage_preset_items: [{ stages: { name: 'Paint' } }] },
      { name: 'Later', studio_stage_preset_items: [{ stages: { name: 'Ink' } }] },
    ])
    expect(made_statuses.data).toEqual([{ name: 'Open', is_default: true }])
  })
})

describe('a person’s active studio', () => {
  test('is none for a newcomer, and none is created', async () => {
    const { client } = await host.admin.createUser()

    expect(await call(client, 'ensure_user_has_studio')).toBeNull()
    expect(await call(client, 'get_user_active_studio')).toBeNull()
    expect(await call(client, 'debug_user_studio_access')).toEqual([])
  })

  test('is remembered while they are a member', async () => {
    const { client } = studio.member

    await call(client, 'set_user_active_studio', { p_studio_id: studio.id })

    expect(await call(client, 'get_user_active_studio')).toMatchObject({ id: studio.id, slug: studio.custom_slug })
    expect(await call(client, 'ensure_user_has_studio')).toMatchObject({ id: studio.id })
    expect(await refusal(studio.outsider.client, 'set_user_active_studio', { p_studio_id: studio.id })).toEqual({
      code: 'P0002',
      message: 'Studio not found',
      status: 404,
    })
  })

  test('is created once by get_or_create_user_studio, even when called concurrently', async () => {
    const { client } = await host.admin.createUser(undefined, 'Nina')

    const answers = await Promise.all(
      [1, 2, 3].map(() => call<{ id: string; name: string }>(client, 'get_or_create_user_studio')),
    )

    expect(new Set(answers.map((answer) => answer.id)).size).toBe(1)
    expect(answers[0]?.name).toBe("Nina's studio")
  })
})

describe('members', () => {
  test('are listed by role, to members only', async () => {
    const listed = await call<Member[]>(studio.viewer.client, 'list_studio_members', { p_studio: studio.id })

    expect(listed.map(({ role }) => role)).toEqual([...roleNames])
    expect(await call(studio.outsider.client, 'list_studio_members', { p_studio: studio.id })).toEqual([])
    expect(await call(studio.outsider.client, 'get_user_basic_info', { studio_id_param: studio.id })).toEqual([])
    expect(await call(studio.outsider.client, 'get_team_members_for_studio', { p_studio_id: studio.id })).toEqual([])
    expect(await call(studio.viewer.client, 'get_user_basic_info', { studio_id_param: studio.id })).toContainEqual({
      user_id: studio.lead.id,
      email: studio.lead.email,
      display_name: 'Lea Lead',
      avatar_url: null,
    })
    expect(await call(studio.viewer.client, 'get_team_members_for_studio', { p_studio_id: studio.id })).toContainEqual({
      user_id: studio.lead.id,
      display_name: 'Lea Lead',
      role: 'lead',
      avatar_url: null,
    })
  })

  test('are given another role by owners and admins only, and never owner', async () => {
    const give = (from: keyof TestStudio & ('owner' | 'admin' | 'lead' | 'outsider'), user: string, role: string) =>
      call(studio[from].client, 'update_studio_member_role', {
        p_studio_id: studio.id,
        p_user_id: user,
        p_new_role_id: role,
      })

    expect(await give('admin', studio.viewer.id, roleId('member'))).toEqual({
      success: true,
      error: null,
      data: { studio_id: studio.id, user_id: studio.viewer.id, role_id: roleId('member') },
    })
    await give('owner', studio.viewer.id, roleId('viewer'))
    const onlyManagers = { success: false, error: 'Only owners and admins can change roles', data: null }
    expect(await give('lead', studio.viewer.id, roleId('member'))).toEqual(onlyManagers)
    expect(await give('outsider', studio.viewer.id, roleId('member'))).toEqual(onlyManagers)
    expect(await give('admin', studio.owner.id, roleId('member'))).toMatchObject({ success: false })
    expect(await give('owner', studio.viewer.id, roleId('owner'))).toMatchObject({ success: false })
    expect(await give('owner', unknownId, roleId('lead'))).toMatchObject({
      success: false,
      error: 'This person is not a member of the studio',
    })
    expect(await give('owner', studio.viewer.id, unknownId)).toMatchObject({ success: false, error: 'Unknown role' })
    const listed = await call<Member[]>(studio.owner.client, 'list_studio_members', { p_studio: studio.id })
    expect(listed.map(({ role }) => role)).toEqual([...roleNames])
  })

  test('cannot get a role with more rights than the person assigning it, nor can service accounts', async () => {
    const { admin, owner, lead, member, id } = await aStudio(host, 'Upside Down')
    const remove = (who: string) => call(owner.client, 'remove_studio_member', { p_studio_id: id, p_user_id: who })
    const make = (client: typeof owner.client, role: string) =>
      client.rpc('create_service_account', { p_studio_id: id, p_name: 'Farm', p_role: role })
    const program = await make(owner.client, 'lead')
    await remove(lead.id)
    await owner.client
      .from('role_permissions')
      .update({ is_allowed: false })
      .match({ studio_id: id, permission: 'delete', role_id: roleId('admin') })

    const words = 'You can only give roles whose permissions you have yourself'
    const toRole = (role: RoleName) =>
      call(admin.client, 'update_studio_member_role', {
        p_studio_id: id,
        p_user_id: member.id,
        p_new_role_id: roleId(role),
      })
    expect(await toRole('lead')).toMatchObject({ success: false, error: words })
    expect((await make(admin.client, 'lead')).error).toMatchObject({ code: '42501', message: words })
    for (const [name, args] of [
      ['create_access_token', { p_name: 'Farm', p_service_account_id: (program.data as { id: string }).id }],
      ['readmit_member', { p_user_id: lead.id }],
    ] as const)
      expect(await refusal(admin.client, name, { p_studio_id: id, ...args })).toMatchObject({ message: words })

    expect(await toRole('viewer')).toMatchObject({ success: true })
    expect((await make(admin.client, 'member')).error).toBeNull()
  })

  test('can list their permissions regarding roles', async () => {
    expect(await call(studio.admin.client, 'can_edit_studio_roles', { p_studio_id: studio.id })).toBe(true)
    expect(await call(studio.lead.client, 'can_edit_studio_roles', { p_studio_id: studio.id })).toBe(false)
    expect(await call(studio.lead.client, 'diagnose_user_roles', { p_studio_id: studio.id })).toMatchObject({
      user_id: studio.lead.id,
      is_member: true,
      role: 'lead',
      level: 3,
      can_edit_roles: false,
      permissions: defaultRoleMatrix.lead,
    })
    expect(await call(studio.outsider.client, 'diagnose_user_roles', { p_studio_id: studio.id })).toMatchObject({
      is_member: false,
      permissions: [],
    })
  })

  test('lose access when archived, sort last, and can be restored', async () => {
    const args = { p_studio_id: studio.id, p_user_id: studio.member.id }

    await call(studio.admin.client, 'set_member_archived', args)
    const again = await call<{ archived_at: string }>(studio.admin.client, 'set_member_archived', args)

    const listed = await call<Member[]>(studio.admin.client, 'list_studio_members', { p_studio: studio.id })
    expect(again.archived_at).not.toBeNull()
    expect(listed.at(-1)).toMatchObject({ user_id: studio.member.id, is_archived: true })
    expect(await call(studio.member.client, 'get_user_active_studio')).toBeNull()
    expect((await studio.member.client.from('stages').select('id').eq('studio_id', studio.id)).data).toEqual([])
    await call(studio.admin.client, 'set_member_archived', { ...args, p_is_archived: false })
    expect(await call(studio.member.client, 'ensure_user_has_studio')).toMatchObject({ id: studio.id })
  })

  test('cannot be archived or removed if they are the owner, or by those who may not manage users', async () => {
    const owner = { p_studio_id: studio.id, p_user_id: studio.owner.id }
    const viewer = { p_studio_id: studio.id, p_user_id: studio.viewer.id }

    expect(await refusal(studio.admin.client, 'set_member_archived', owner)).toMatchObject({ code: '42501' })
    expect(await refusal(studio.admin.client, 'remove_studio_member', owner)).toMatchObject({ code: '42501' })
    expect(await refusal(studio.member.client, 'set_member_archived', viewer)).toMatchObject({
      code: '42501',
      message: 'Your role may not manage users',
    })
    expect(await refusal(studio.member.client, 'remove_studio_member', viewer)).toMatchObject({ code: '42501' })
    expect(await refusal(studio.outsider.client, 'remove_studio_member', viewer)).toMatchObject({
      code: 'P0002',
      status: 404,
    })
  })

  test('are gone at once when removed, and their writing stays', async () => {
    const other = await aStudio(host, 'Removing')
    const { task } = await aTask(other)
    const comment = await insert(other.member.client, 'comments', { task_id: task.id, content: 'Bye' })
    const args = { p_studio_id: other.id, p_user_id: other.member.id }

    expect(await call(other.admin.client, 'remove_studio_member', args)).toBe(true)
    expect(await call(other.admin.client, 'remove_studio_member', args)).toBe(false)

    expect(await call(other.member.client, 'ensure_user_has_studio')).toBeNull()
    const { data } = await other.owner.client.from('comments').select('content').eq('id', comment.id)
    expect(data).toEqual([{ content: 'Bye' }])
  })
})

describe('deleting a project', () => {
  test('deletes everything below it, for roles with delete, once', async () => {
    const { project, space, task } = await aTask(studio, 'Doomed')
    const kept = await aTask(studio, 'Kept')
    await insert(studio.owner.client, 'media', {
      studio_id: studio.id,
      project_id: project.id,
      filename: 'a.png',
      content_type: 'image/png',
      size_bytes: 1,
    })
    const args = { p_project_id: project.id }

    expect(await refusal(studio.member.client, 'delete_project_cascade', args)).toMatchObject({ code: '42501' })
    expect(await call(studio.outsider.client, 'delete_project_cascade', args)).toEqual({ deleted: false, rev: null })
    const first = await call<{ deleted: boolean; rev: number }>(studio.lead.client, 'delete_project_cascade', args)
    const second = await call(studio.lead.client, 'delete_project_cascade', args)

    const rest = async (table: string, id: string) =>
      (await host.admin.client.from(table).select('*').eq('id', id)).data?.length
    expect(first).toMatchObject({ deleted: true, rev: expect.any(Number) })
    expect(second).toEqual({ deleted: false, rev: null })
    expect([
      await rest('projects', project.id),
      await rest('spaces', space.id),
      await rest('item_tasks', task.id),
    ]).toEqual([0, 0, 0])
    expect((await host.admin.client.from('media').select('id').eq('project_id', project.id)).data).toEqual([])
    expect(await rest('item_tasks', kept.task.id)).toBe(1)
  })
})

describe('the debug procedures', () => {
  test('return only the caller’s own data', async () => {
    const { space } = await aTask(studio, 'Debugged')

    const seen = { can_see_space: true, can_change: false, collection_count: 1 }
    expect(await call(studio.viewer.client, 'debug_collection_access', { p_space_id: space.id })).toMatchObject({
      user_id: studio.viewer.id,
      ...seen,
    })
    expect(await call(studio.outsider.client, 'debug_collection_access', { p_space_id: space.id })).toMatchObject({
      can_see_space: false,
      collection_count: 0,
    })
    expect(await call(studio.lead.client, 'debug_current_user_context')).toMatchObject({
      user_id: studio.lead.id,
      role: 'authenticated',
      email: studio.lead.email,
      is_super_admin: false,
      studio_ids: [studio.id],
    })
    expect(await call(studio.lead.client, 'debug_user_studio_access')).toMatchObject([
      { studio_id: studio.id, role: 'lead', is_archived: false },
    ])
    const tables = await call<{ table_name: string; is_rls_enabled: boolean }[]>(
      studio.outsider.client,
      'check_rls_status',
    )
    expect(tables.length).toBeGreaterThan(30)
    expect(tables.filter((table) => !table.is_rls_enabled)).toEqual([])
  })
})

test('nobody signed out can call any procedure', async () => {
  const open = await host.database.query(
    `select proname from pg_proc where pronamespace = 'public'::regnamespace and has_function_privilege('anon', oid, 'execute')`,
  )

  expect(open).toEqual([])
  expect(await refusal(host.connect(), 'create_studio', { p_name: 'x' })).toMatchObject({ code: '42501' })
})
