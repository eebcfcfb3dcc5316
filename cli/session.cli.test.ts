import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCli, type Cli } from '#tests/cli/start-cli.ts'
import { demoPassword } from '#supabase/seed/accounts.ts'

let cli: Cli
beforeAll(async () => {
  cli = await startCli()
})
afterAll(async () => await cli.close())

test('without a sign-in commands say how to sign in, and exit with 4', async () => {
  const ended = await cli.run(['task', 'list'], { env: { XDG_CONFIG_HOME: path.join(cli.folder, 'nobody') } })

  expect(ended).toEqual({
    code: 4,
    stdout: '',
    stderr: 'studio-cli: No active session\nSign in with: studio-cli login\n',
  })
})

test('login takes a password from standard input or the environment, stores it for its owner only, and logout forgets it', async () => {
  const env = { XDG_CONFIG_HOME: path.join(cli.folder, 'somebody') }
  const account = ['--email', 'jonas.weber@northlight.example']
  const byInput = await cli.run(['login', ...account, '--password-stdin'], { env, input: `${demoPassword}\n` })
  const byEnvironment = await cli.run(['auth', 'login', ...account], { env: { ...env, XSHEET_PASSWORD: demoPassword } })
  const who = await cli.run(['whoami', '--json'], { env })
  const file = statSync(path.join(cli.folder, 'somebody', 'xsheet', 'credentials.json'))
  const out = await cli.run(['auth', 'logout'], { env })
  const after = await cli.run(['whoami'], { env })

  expect(byInput).toEqual({ code: 0, stdout: '', stderr: `Signed in to ${cli.host.url} as Jonas Weber.\n` })
  expect(byEnvironment.code).toBe(0)
  expect(JSON.parse(who.stdout)).toMatchObject({
    email: 'jonas.weber@northlight.example',
    studio: 'Northlight',
    host: cli.host.url,
  })
  expect(file.mode & 0o777).toBe(0o600)
  expect(out).toMatchObject({ code: 0, stdout: '', stderr: `Signed out of ${cli.host.url}.\n` })
  expect(after.code).toBe(4)
})

test('a wrong password is refused and nothing is stored', async () => {
  const env = { XDG_CONFIG_HOME: path.join(cli.folder, 'wrong') }
  const ended = await cli.run(['login', '--email', 'jonas.weber@northlight.example', '--password-stdin'], {
    env,
    input: 'no',
  })

  expect(ended.code).toBe(1)
  expect(ended.stderr).toMatch(/^studio-cli: .*(invalid|credentials)/i)
  expect((await cli.run(['whoami'], { env })).code).toBe(4)
})

test('login asks for the password without echo at a terminal, and never asks elsewhere', async () => {
  const args = ['login', '--email', 'amara.diallo@northlight.example']
  const asked = await cli.runInTerminal(args, { keys: [{ after: /Password: /, type: `${demoPassword}\r` }] })
  const piped = await cli.run(args)
  const refused = await cli.runInTerminal([...args, '--no-input'], { keys: [] })

  expect(asked.code).toBe(0)
  expect(asked.stdout).toContain('Password: ')
  expect(asked.stdout).toContain('as Amara Diallo.')
  expect(asked.stdout).not.toContain(demoPassword)
  expect(piped).toMatchObject({ code: 2, stdout: '' })
  expect(piped.stderr).toContain('--password-stdin')
  expect(refused.code).toBe(2)
})

test('an unreachable host or a foreign server is named; exits 7 and 1', async () => {
  const silent = await cli.run(['whoami', '--host', 'http://127.0.0.1:1'])
  const bad = await cli.run(['whoami', '--host', 'nonsense'])

  expect(silent).toEqual({
    code: 7,
    stdout: '',
    stderr:
      'studio-cli: No answer from http://127.0.0.1:1.\nIs it running? Choose another with --host or XSHEET_HOST.\n',
  })
  expect(bad).toMatchObject({
    code: 2,
    stderr: 'studio-cli: --host must be an http or https address, not "nonsense".\n',
  })
})

test('settings: a flag beats the environment, the environment the folder’s file, that the user’s', async () => {
  await cli.login('mei.tanaka')
  const read = async (args: readonly string[] = [], env = {}) => {
    const { stdout } = await cli.run(['project', 'list', '--plain', ...args], { env })
    const slugs = stdout
      .trim()
      .split('\n')
      .map((line) => line.split('\t')[0])
    return slugs.length === 1 ? slugs[0] : 'all'
  }
  const withoutAny = await read()
  await cli.run(['config', 'set', 'project', 'the-salt-road'])
  const ofPerson = await read()
  writeFileSync(path.join(cli.folder, '.xsheet.json'), '{"project": "night-library"}')
  const ofFolder = await read()
  const ofEnvironment = await read([], { XSHEET_PROJECT: 'kettle-crow' })
  const ofFlag = await read(['--project', 'the-salt-road'], { XSHEET_PROJECT: 'kettle-crow' })
  const listed = await cli.run(['config', 'get', 'project'])
  await cli.run(['config', 'unset', 'project', '--here'])
  await cli.run(['config', 'unset', 'project'])

  expect([withoutAny, ofPerson, ofFolder, ofEnvironment, ofFlag]).toEqual([
    'all',
    'the-salt-road',
    'night-library',
    'kettle-crow',
    'the-salt-road',
  ])
  expect(listed.stdout).toBe('night-library\n')
  expect(await read()).toBe('all')
})

test('invalid settings are refused by name', async () => {
  const unknown = await cli.run(['config', 'set', 'colour', 'red'])
  const zone = await cli.run(['config', 'set', 'time-zone', 'Mars/Olympus'])
  const flag = await cli.run(['config', 'list'], { env: { XSHEET_QUIET: 'perhaps' } })

  expect(unknown).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('The settings are host, studio, project, space, time-zone.'),
  })
  expect(zone).toMatchObject({ code: 2, stderr: expect.stringContaining('There is no time zone "Mars/Olympus".') })
  expect(flag).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('XSHEET_QUIET must be 1 or 0, not "perhaps".'),
  })
})

test('doctor reports what works and what does not', async () => {
  await cli.login('mei.tanaka')
  const well = await cli.list(['doctor'])
  const ill = await cli.run(['doctor', '--json'], { env: { XDG_CONFIG_HOME: path.join(cli.folder, 'nobody') } })

  expect(well.map(({ check, ok }) => [check, ok])).toEqual(
    ['node', 'settings', 'sign-ins', 'host', 'clock', 'session', 'studio'].map((check) => [check, true]),
  )
  expect(ill.code).toBe(1)
  expect(JSON.parse(ill.stdout)).toContainEqual({ check: 'session', ok: false, finding: 'No active session' })
})

test('api calls a procedure as the signed-in person and prints its response', async () => {
  await cli.login('mei.tanaka')
  const answer = await cli.run(['api', 'debug_current_user_context'])
  const withData = await cli.spawn(['api', 'list_studio_members', '--data', '-'], {
    input: '{"p_studio": "not an id"}',
  })

  expect(JSON.parse(answer.stdout)).toMatchObject({ email: 'mei.tanaka@northlight.example' })
  expect(withData).toMatchObject({ code: 1, stdout: '' })
  expect(withData.stderr).toContain('not an id')
})

test('requests use the environment’s proxy, except to this machine and NO_PROXY', async () => {
  const asked: string[] = []
  const proxy = createServer().on('connect', ({ url }, socket) => {
    asked.push(url ?? '')
    // A refused client may disconnect at once, and nothing else listens to this socket any more.
    socket.on('error', () => {})
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  // A listening server has an address with a port.
  const { port } = proxy.address() as AddressInfo
  const env = { HTTP_PROXY: `127.0.0.1:${port}` }
  const elsewhere = ['whoami', '--host', 'http://studio.invalid']
  const through = await cli.spawn(elsewhere, { env })
  const around = await cli.spawn(elsewhere, { env: { ...env, NO_PROXY: 'studio.invalid' } })
  const here = await cli.spawn(['login', '--email', 'jonas.weber@northlight.example', '--password-stdin'], {
    env: { ...env, XDG_CONFIG_HOME: path.join(cli.folder, 'proxied') },
    input: `${demoPassword}\n`,
  })
  const bad = await cli.spawn(elsewhere, { env: { HTTP_PROXY: 'http://' } })
  proxy.close()

  expect([through.code, around.code, here.code]).toEqual([7, 7, 0])
  expect(asked).toEqual(['studio.invalid:80'])
  expect(bad).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('HTTP_PROXY is not a proxy address: http://.'),
  })
})

/** Makes a sign-in's access token expired. */
function expire(folder: string): void {
  const file = path.join(cli.folder, folder, 'xsheet', 'credentials.json')
  const all = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Record<string, string>>
  for (const kept of Object.values(all)) {
    const session = JSON.parse(kept['xsheet-session'] ?? '{}') as object
    kept['xsheet-session'] = JSON.stringify({ ...session, expires_at: 1000 })
  }
  writeFileSync(file, JSON.stringify(all))
}

test('commands started at once with an expired session all work, and the person stays signed in', async () => {
  const env = { XDG_CONFIG_HOME: path.join(cli.folder, 'farm') }
  const account = ['login', '--email', 'jonas.weber@northlight.example', '--password-stdin']
  await cli.run(account, { env, input: `${demoPassword}\n` })
  expire('farm')
  const ended = await Promise.all(Array.from({ length: 8 }, () => cli.spawn(['project', 'list'], { env })))
  const after = await cli.run(['whoami'], { env })

  expect(ended.map(({ code, stderr }) => [code, stderr])).toEqual(ended.map(() => [0, '']))
  expect(after.code).toBe(0)
})

test('a session ended meanwhile is reported in two lines, with exit code 4', async () => {
  const env = { XDG_CONFIG_HOME: path.join(cli.folder, 'ended') }
  const account = ['login', '--email', 'jonas.weber@northlight.example', '--password-stdin']
  await cli.run(account, { env, input: `${demoPassword}\n` })
  expire('ended')
  const kept = path.join(cli.folder, 'ended', 'xsheet', 'credentials.json')
  const before = readFileSync(kept, 'utf8')
  await cli.run(['auth', 'logout'], { env })
  writeFileSync(kept, before)

  expect(await cli.run(['project', 'list'], { env })).toEqual({
    code: 4,
    stdout: '',
    stderr: 'studio-cli: Your session has ended. Please sign in again.\nSign in with: studio-cli login\n',
  })
})
