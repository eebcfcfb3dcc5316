import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCli, type Cli } from '#tests/cli/start-cli.ts'

let cli: Cli
beforeAll(async () => {
  cli = await startCli()
  await cli.login('mei.tanaka')
})
afterAll(async () => await cli.close())

const shot = 'the-salt-road/sequences/sq010/sq010-sh0010'

async function makeToken(...args: string[]): Promise<{ id: string; token: string }> {
  const ended = await cli.run(['auth', 'token', 'create', ...args, '--json'])
  if (ended.code !== 0) throw new Error(ended.stderr)
  return JSON.parse(ended.stdout) as { id: string; token: string }
}

test('STUDIO_TOKEN lets every command act as its owner, until the token is revoked', async () => {
  const { token } = await makeToken('ci', '--days', '7')
  const env = { STUDIO_TOKEN: token, XDG_CONFIG_HOME: `${cli.folder}/nothing-here` }
  const who = await cli.run(['whoami', '--json'], { env })
  const set = await cli.run(['task', 'set-status', 'WIP', `${shot}:layout`, '--json'], { env })
  const status = await cli.run(['auth', 'status', '--json'], { env })
  const more = await cli.run(['auth', 'token', 'create', 'another'], { env })
  const [listed] = await cli.list(['auth', 'token', 'list'])
  const revoked = await cli.run(['auth', 'token', 'revoke', 'ci'])
  const after = await cli.run(['whoami'], { env })
  const kept = await cli.list(['auth', 'token', 'list', '--all'])

  expect(JSON.parse(who.stdout)).toMatchObject({ name: 'Mei Tanaka', studio: 'Northlight' })
  expect(set.code).toBe(0)
  expect(JSON.parse(status.stdout)).toMatchObject({ by: 'STUDIO_TOKEN', keptIn: null })
  expect(more).toMatchObject({ code: 5, stderr: expect.stringContaining('An access token cannot do this') })
  expect(listed).toMatchObject({ name: 'ci', owner: 'Mei Tanaka', state: 'valid', lastUsed: expect.any(String) })
  expect(JSON.stringify(kept)).not.toContain(token)
  expect(revoked.code).toBe(0)
  expect(after).toEqual({
    code: 4,
    stdout: '',
    stderr: 'studio-cli: This access token was revoked.\nMake another one: studio-cli auth token create <name>\n',
  })
  expect(kept[0]).toMatchObject({ name: 'ci', state: 'revoked' })
})

test('a token is stored in place of a sign-in, and forgotten on logout', async () => {
  const { token } = await makeToken('laptop')
  const env = { XDG_CONFIG_HOME: `${cli.folder}/other-config` }
  const wrong = await cli.run(['login', '--with-token'], { input: 'xst_wrong\n', env })
  const login = await cli.run(['login', '--with-token'], { input: `${token}\n`, env })
  const status = await cli.run(['auth', 'status', '--json'], { env })
  const tasks = await cli.run(['task', 'list', `${shot}:layout`, '--json=stage'], { env })
  const logout = await cli.run(['auth', 'logout'], { env })
  const after = await cli.run(['auth', 'status'], { env })

  expect(wrong).toMatchObject({ code: 4, stdout: '' })
  expect(login).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('as Mei Tanaka, in the token’s studio only.'),
  })
  expect(JSON.parse(status.stdout)).toMatchObject({ by: 'token', host: cli.host.url })
  expect(JSON.parse(tasks.stdout)).toEqual([{ stage: 'Layout' }])
  expect(logout.stderr).toContain('Forgot the access token')
  expect(after.code).toBe(4)
})

test('a service account acts through its tokens only, and deleting it revokes them', async () => {
  const made = await cli.run(['studio', 'service-account', 'create', 'Render farm', '--role', 'member', '--json'])
  const { token } = await makeToken('farm', '--service-account', 'render farm')
  const env = { STUDIO_TOKEN: token }
  const who = await cli.run(['whoami', '--json'], { env })
  const comment = await cli.run(['comment', 'add', `${shot}:fx`, 'Cache is ready', '--json'], { env })
  const [account] = await cli.list(['studio', 'service-account', 'list'])
  const asked = await cli.run(['studio', 'service-account', 'delete', 'Render farm'])
  await cli.run(['studio', 'service-account', 'delete', 'Render farm', '--yes'])
  const after = await cli.run(['whoami'], { env })
  const [said] = (await cli.list(['comment', 'list', `${shot}:fx`])).toReversed()

  expect(JSON.parse(made.stdout)).toMatchObject({ name: 'Render farm', role: 'member' })
  expect(JSON.parse(who.stdout)).toMatchObject({ name: 'Render farm', studio: 'Northlight' })
  expect(comment.code).toBe(0)
  expect(account).toMatchObject({ name: 'Render farm', role: 'member', tokens: 1 })
  expect(asked).toMatchObject({ code: 2, stderr: expect.stringContaining('Pass --yes to continue.') })
  expect(after.code).toBe(4)
  expect(said).toMatchObject({ text: 'Cache is ready' })
})

test('a machine without a browser shows a code and is signed in once that is approved', async () => {
  const env = { XDG_CONFIG_HOME: `${cli.folder}/farm-config` }
  let approving: Promise<unknown> | undefined
  const approve = async (code: string): Promise<void> => {
    const studio = (await cli.list(['studio', 'list']))[0]
    const args = [`p_user_code=${code}`, `p_studio_id=${String(studio?.['id'])}`, 'p_is_approved=true']
    await cli.run(['api', 'decide_device_sign_in', ...args])
  }
  const ended = await cli.spawn(['login', '--device'], {
    env,
    onTalk: (text) => {
      const code = /[A-Z]{4}-[A-Z]{4}/.exec(text)?.[0]
      if (code !== undefined) approving ??= approve(code)
    },
  })
  await approving
  const who = await cli.run(['whoami', '--json'], { env })
  const tokens = await cli.list(['auth', 'token', 'list'])

  expect(ended.stderr).toContain(`${cli.host.url}/device?code=`)
  expect(ended).toMatchObject({ code: 0, stdout: '' })
  expect(JSON.parse(who.stdout)).toMatchObject({ name: 'Mei Tanaka' })
  expect(tokens.map(({ name }) => String(name)).some((name) => name.startsWith('studio-cli on '))).toBe(true)
})
