import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestHost, type TestHost } from '#tests/host/start-test-host.ts'
import { aStudio, call, refusal, roleId, type TestStudio } from './a-studio.ts'

let host: TestHost
let studio: TestStudio

beforeAll(async () => {
  host = await startTestHost()
  studio = await aStudio(host, 'Second Chances')
})
afterAll(async () => host.close())

type Removed = { user_id: string; role: string; email: string }

const args = (person: { id: string }) => ({ p_studio_id: studio.id, p_user_id: person.id })
const listed = async (who: 'owner' | 'admin' | 'lead' | 'member' | 'outsider'): Promise<string[]> =>
  (await call<Removed[]>(studio[who].client, 'list_removed_members', { p_studio_id: studio.id })).map(
    ({ user_id: id, role }) => `${role} ${id}`,
  )

test('a removed member is readmitted with their former role, once', async () => {
  await call(studio.admin.client, 'remove_studio_member', args(studio.viewer))
  expect(await listed('admin')).toEqual([`viewer ${studio.viewer.id}`])

  const [first, again] = [
    await call<{ role_id: string }>(studio.admin.client, 'readmit_member', args(studio.viewer)),
    await call<{ role_id: string }>(studio.admin.client, 'readmit_member', args(studio.viewer)),
  ]

  expect(first.role_id).toBe(roleId('viewer'))
  expect(again).toEqual(first)
  expect(await listed('admin')).toEqual([])
  expect(await call(studio.viewer.client, 'ensure_user_has_studio')).toMatchObject({ id: studio.id })
})

test('nobody can readmit a member they could not have removed', async () => {
  await call(studio.owner.client, 'remove_studio_member', args(studio.admin))
  await call(studio.owner.client, 'remove_studio_member', args(studio.member))

  expect(await listed('lead')).toEqual([`member ${studio.member.id}`])
  expect(await listed('outsider')).toEqual([])
  expect(await refusal(studio.lead.client, 'readmit_member', args(studio.admin))).toMatchObject({
    code: '42501',
    message: 'You can only manage members below your own role',
  })
  expect(await refusal(studio.viewer.client, 'readmit_member', args(studio.member))).toMatchObject({ code: '42501' })
  expect(await refusal(studio.member.client, 'readmit_member', args(studio.member))).toMatchObject({ code: 'P0002' })
  expect(await refusal(studio.owner.client, 'readmit_member', args(studio.outsider))).toMatchObject({
    code: 'P0002',
    status: 404,
  })

  await call(studio.lead.client, 'readmit_member', args(studio.member))
  await call(studio.owner.client, 'readmit_member', args(studio.admin))
  expect(await listed('owner')).toEqual([])
})

test('a member removed before roles were recorded comes back as Member', async () => {
  await host.database.query(`delete from public.studio_members where studio_id = $1 and user_id = $2`, [
    studio.id,
    studio.lead.id,
  ])
  await host.database.query(`insert into private.removed_members (studio_id, user_id) values ($1, $2)`, [
    studio.id,
    studio.lead.id,
  ])

  expect(await call(studio.admin.client, 'readmit_member', args(studio.lead))).toMatchObject({
    role_id: roleId('member'),
  })
})
