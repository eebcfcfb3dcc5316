import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { bareEnv } from '#tests/host/bare-env.ts'
import { startPostgres } from '#tests/host/postgres.ts'
import { suiteDatabase } from '#tests/host/suite-database.ts'
import { lockDirectory } from './directory-lock.ts'
import { openPostgres } from './postgres.ts'

const main = fileURLToPath(new URL('main.ts', import.meta.url))
let dataDirectory = ''

beforeEach(() => {
  dataDirectory = mkdtempSync(path.join(tmpdir(), 'xsheet-main-'))
  // Postgres runs as another account if this runs as root.
  chmodSync(dataDirectory, 0o711)
})
afterEach(() => rmSync(dataDirectory, { recursive: true, force: true }))

type Ended = { code: number | null; out: string; err: string }

/** Runs the host as `npm start` does; `onReady` gets its address once it is printed. */
function run(
  args: string[],
  onReady?: (url: string, stop: (signal: NodeJS.Signals) => void) => Promise<void>,
): Promise<Ended> {
  const env = {
    ...bareEnv,
    XSHEET_DATA: dataDirectory,
    XSHEET_DEMO: '0',
    PORT: '0',
    XSHEET_DATABASE: suiteDatabase,
  }
  const child = spawn(process.execPath, [main, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended: Ended = { code: null, out: '', err: '' }
  return new Promise((resolve, reject) => {
    child.stderr.on('data', (data) => (ended.err += String(data)))
    child.stdout.on('data', (data) => {
      ended.out += String(data)
      const url = /running at (\S+)/.exec(ended.out)?.[1]
      if (url !== undefined) onReady?.(url, (signal) => child.kill(signal)).catch(reject)
    })
    child.once('close', (code) => resolve({ ...ended, code }))
  })
}

test('prints one line, responds, and stops cleanly on SIGTERM; a second start finds everything again', async () => {
  const keys: string[] = []
  const visit = async (url: string, stop: (signal: NodeJS.Signals) => void): Promise<void> => {
    const config = await fetch(`${url}/config.json`)
    keys.push(((await config.json()) as { supabasePublishableKey: string }).supabasePublishableKey)
    stop('SIGTERM')
  }

  const first = await run([], visit)
  const second = await run([], visit)

  expect(first).toEqual({
    code: 0,
    out: expect.stringMatching(/^Xsheet is running at http:\/\/127\.0\.0\.1:\d+\n$/),
    err: '',
  })
  expect(second).toMatchObject({ code: 0, err: '' })
  expect(keys[0]).toBe(keys[1])
  expect(existsSync(path.join(dataDirectory, 'lock'))).toBe(false)
})

// Only as root: other users can always enter their own folders.
test.each(suiteDatabase === 'postgres' && process.getuid?.() === 0 ? [0o700] : [])(
  'below a folder that only root may enter (%i) it reports in one line that it runs on PGlite',
  async (mode) => {
    chmodSync(dataDirectory, mode)

    const ended = await run([], async (_url, stop) => stop('SIGTERM'))

    expect(ended).toMatchObject({
      code: 0,
      err: expect.stringMatching(/^Xsheet runs on PGlite, which is for trying out: .* cannot be entered .*\.\n$/),
    })
  },
)

test('a port in use', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => other.once('listening', resolve))
  // A listening server has an address with a port.
  const { port } = other.address() as AddressInfo

  const ended = await run(['--port', String(port)])

  other.close()
  expect(ended).toEqual({
    code: 1,
    out: '',
    err: `Port ${port} on 127.0.0.1 is in use: stop the other program, or choose another with --port.\n`,
  })
  expect(readdirSync(dataDirectory)).toEqual([])
})

test('a data directory in use', async () => {
  lockDirectory(dataDirectory)

  const ended = await run([])

  expect(ended).toEqual({
    code: 1,
    out: '',
    err: `The data directory ${dataDirectory} is in use by process ${process.pid}; stop that one first.\n`,
  })
})

test('an unreachable database', async () => {
  const ended = await run(['--database-url', 'postgres://ann:hunter2@127.0.0.1:1/studio'])

  expect(ended).toMatchObject({ code: 1, out: '' })
  expect(ended.err).toMatch(/^The database at 127\.0\.0\.1:1\/studio cannot be reached: .*\.\n$/)
  expect(ended.err).not.toContain('hunter2')
})

test('a data directory that cannot be created', async () => {
  const ended = await run(['--xsheet-data', '/dev/null/xsheet'])

  expect(ended).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringMatching(/^The data directory .* cannot be created: .*\.\n$/),
  })
})

test('a full disk', async () => {
  // Writing there meets a device without space.
  symlinkSync('/dev/full', path.join(dataDirectory, 'keys.json.new'))

  const ended = await run([])

  expect(ended).toEqual({ code: 1, out: '', err: `The disk that holds ${dataDirectory} is full.\n` })
})

const histories: [age: string, versions: string[], sentence: string][] = [
  [
    'newer',
    ['20990101000000'],
    'The database has migration 20990101000000, which this version of Xsheet does not know: update Xsheet, or use another database.',
  ],
  [
    'former',
    ['20261121090000', '20261128040300'],
    `Xsheet cannot upgrade the database of DATABASE_URL, which is older than migration 20261123000000, and has left it as it is: ` +
      `name another in DATABASE_URL, and export what you need of the old one with the version that made it (studio-cli export studio).`,
  ],
]

test.each(histories)('a %s schema, leaving the database unchanged', async (_, versions, sentence) => {
  const history = `create schema supabase_migrations;
    create table supabase_migrations.schema_migrations (version text primary key);
    insert into supabase_migrations.schema_migrations values ${versions.map((version) => `('${version}')`).join(', ')};`
  const fresh = await startPostgres()
  const listTables = async (): Promise<unknown[]> => {
    const opened = await openPostgres(fresh)
    const rows = await opened.query(
      'select table_schema, table_name from information_schema.tables order by table_schema, table_name',
    )
    await opened.close()
    return rows
  }
  const database = await openPostgres(fresh)
  await database.execute(history)
  await database.close()
  const before = await listTables()

  const ended = await run(['--database-url', fresh.url])

  expect(ended).toEqual({ code: 1, out: '', err: `${sentence}\n` })
  expect(await listTables()).toEqual(before)
  await fresh.stop()
})

test.each([
  [['--public-url', 'https://x.example'], /^PUBLIC_URL https:\/\/x\.example would let anybody .* to accept that\.\n$/],
  [['--host', '0.0.0.0'], /^HOST 0\.0\.0\.0 would let anybody .* pass --allow-insecure-local-auth to accept that\.\n$/],
  [['--prot', '1'], /^--prot is not understood; the flags are .*\.\n$/],
])('%j', async (args, sentence) => {
  const ended = await run(args)

  expect(ended).toEqual({ code: 1, out: '', err: expect.stringMatching(sentence) })
})

test('with a Supabase elsewhere it serves only the app', async () => {
  const seen: unknown[] = []

  const ended = await run(
    ['--supabase-url', 'https://abc.supabase.co', '--supabase-publishable-key', 'sb_publishable_x'],
    async (url, stop) => {
      seen.push(await (await fetch(`${url}/config.json`)).json(), (await fetch(`${url}/rest/v1/studios`)).status)
      stop('SIGINT')
    },
  )

  expect(ended).toMatchObject({ code: 0, err: '' })
  expect(seen).toEqual([
    expect.objectContaining({ supabaseUrl: 'https://abc.supabase.co', supabasePublishableKey: 'sb_publishable_x' }),
    404,
  ])
  expect(['database', 'postgres'].filter((name) => existsSync(path.join(dataDirectory, name)))).toEqual([])
})
