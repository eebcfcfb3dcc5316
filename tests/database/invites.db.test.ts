import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestHost } from '#tests/host/start-test-host.ts'
import { startTestHost } from '#tests/host/start-test-host.ts'
import type { TestStudio } from './a-studio.ts'
import { aStudio, call, refusal } from './a-studio.ts'
import { tryUntilBlocked } from './wrong-tries.ts'

let host: TestHost
let studio: TestStudio

beforeAll(async () => {
  host = await startTestHost()
  studio = await aStudio(host)
})
afterAll(() => host.close())

type Invite = { id: string; token: string; expires_at: string }
type ListedInvite = { id: string; is_valid: boolean; use_count: number }

const invalid = { code: '22023', message: 'Invalid invite link', status: 400 }

async function anInvite(): Promise<Invite> {
  const [invite] = await call<Invite[]>(studio.admin.client, 'generate_studio_invite', { p_studio_id: studio.id })
  if (invite === undefined) throw new Error('No invite was made')
  return invite
}

async function findListed(id: string): Promise<ListedInvite | undefined> {
  const listed = await call<ListedInvite[]>(studio.admin.client, 'list_studio_invites', { p_studio_id: studio.id })
  return listed.find((invite) => invite.id === id)
}

test('an invite link has 24 hexadecimal characters, is stored as a hash, and is valid for 14 days', async () => {
  const invite = await anInvite()

  const [stored] = await host.database.query<{ row: string }>(
    'select to_jsonb(i)::text as row from public.studio_invites i where id = $1',
    [invite.id],
  )
  const days = (Date.parse(invite.expires_at) - Date.now()) / 86_400_000
  expect(invite.token).toMatch(/^[0-9a-f]{24}$/)
  expect(stored?.row).not.toContain(invite.token)
  expect(days).toBeGreaterThan(13.9)
  expect(days).toBeLessThan(14.1)
})

test('an invite link admits many people as Member and records each once', async () => {
  const { id, token } = await anInvite()
  const [first, second] = [await host.admin.createUser(), await host.admin.createUser()]

  const joined = await call<{ id: string; slug: string }>(first.client, 'accept_studio_invite', {
    p_token: ` ${token.toUpperCase()} `,
  })
  await call(second.client, 'accept_studio_invite', { p_token: token })
  await call(second.client, 'accept_studio_invite', { p_token: token })

  expect(joined).toMatchObject({ id: studio.id, slug: studio.custom_slug })
  expect(await call(first.client, 'diagnose_user_roles', { p_studio_id: studio.id })).toMatchObject({ role: 'member' })
  expect(await findListed(id)).toMatchObject({ is_valid: true, use_count: 2 })
})

test('a member who follows an invite link keeps their role and is not counted', async () => {
  const { id, token } = await anInvite()

  expect(await call(studio.lead.client, 'accept_studio_invite', { p_token: token })).toMatchObject({ id: studio.id })

  expect(await call(studio.lead.client, 'diagnose_user_roles', { p_studio_id: studio.id })).toMatchObject({
    role: 'lead',
  })
  expect(await findListed(id)).toMatchObject({ use_count: 0 })
})

test('unknown, malformed, expired and revoked invite links are refused alike', async () => {
  const { client } = await host.admin.createUser()
  const expired = await anInvite()
  await host.database.query(`update public.studio_invites set expires_at = now() - interval '1 second' where id = $1`, [
    expired.id,
  ])
  const revoked = await anInvite()
  await call(studio.admin.client, 'revoke_studio_invite', { p_invite_id: revoked.id })
  await call(studio.admin.client, 'revoke_studio_invite', { p_invite_id: revoked.id })

  for (const p_token of ['0123456789abcdef01234567', 'x', '', null, expired.token, revoked.token])
    expect(await refusal(client, 'accept_studio_invite', { p_token })).toEqual(invalid)

  expect(await findListed(revoked.id)).toMatchObject({ is_valid: false })
  expect(await findListed(expired.id)).toMatchObject({ is_valid: false })
})

test('removed and archived people cannot come back by an invite link', async () => {
  const { token } = await anInvite()
  const [archived, removed] = [await host.admin.createUser(), await host.admin.createUser()]
  for (const { client } of [archived, removed]) await call(client, 'accept_studio_invite', { p_token: token })
  await call(studio.admin.client, 'set_member_archived', { p_studio_id: studio.id, p_user_id: archived.id })
  await call(studio.admin.client, 'remove_studio_member', { p_studio_id: studio.id, p_user_id: removed.id })

  expect(await refusal(archived.client, 'accept_studio_invite', { p_token: token })).toEqual(invalid)
  expect(await refusal(removed.client, 'accept_studio_invite', { p_token: token })).toEqual(invalid)

  expect(await call(archived.client, 'ensure_user_has_studio')).toBeNull()
  expect(await call(removed.client, 'ensure_user_has_studio')).toBeNull()
})

test('only those who may manage users create, see and revoke invite links', async () => {
  const { id } = await anInvite()
  const args = { p_studio_id: studio.id }

  expect(await refusal(studio.member.client, 'generate_studio_invite', args)).toMatchObject({
    code: '42501',
    message: 'Your role may not manage users',
  })
  expect(await refusal(studio.outsider.client, 'generate_studio_invite', args)).toMatchObject({
    code: 'P0002',
    status: 404,
  })
  expect(await call(studio.member.client, 'list_studio_invites', args)).toEqual([])
  expect(await refusal(studio.member.client, 'revoke_studio_invite', { p_invite_id: id })).toMatchObject({
    code: 'P0002',
    status: 404,
  })
  expect(await refusal(studio.owner.client, 'generate_studio_invite', { ...args, p_expires_in_days: 0 })).toMatchObject(
    { code: '22023' },
  )
  expect(await findListed(id)).toMatchObject({ is_valid: true })
})

test('ten wrong invite links in a minute block the eleventh, right or wrong, and say for how long', async () => {
  const { token } = await anInvite()
  const { client } = await host.admin.createUser()

  const tries = await tryUntilBlocked(host, () => refusal(client, 'accept_studio_invite', { p_token: 'wrong' }))

  expect(tries.length).toBeGreaterThan(10)
  expect(tries.at(-1)).toBe('rate_limited')
  expect(await refusal(client, 'accept_studio_invite', { p_token: token })).toMatchObject({
    status: 429,
    message: expect.stringMatching(/^Rate limit exceeded\. Please wait \d+ seconds before trying again\.$/),
  })
})
