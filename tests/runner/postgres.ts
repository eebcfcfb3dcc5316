import { spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import postgres from 'postgres'
import { findFreePort } from './free-port.ts'
import { findFirstLine, installDebianPackage, isRoot } from './process.ts'

const OLDEST_MAJOR = 15

export type TestPostgres = { url: string; version: string; stop: () => Promise<void> }

/** Starts a throw-away Postgres, installing one where that is possible; undefined where there is none to be had. */
export async function startPostgres(): Promise<TestPostgres | undefined> {
  const tools = findTools() ?? ((await installDebianPackage('postgresql')) ? findTools() : undefined)
  if (tools === undefined) return undefined

  const directory = mkdtempSync(join(tmpdir(), 'xsheet-postgres-'))
  const owner = findOwner()
  if (owner !== undefined) chownSync(directory, owner.uid, owner.gid)
  const options = { ...owner, cwd: directory, env: { PATH: process.env['PATH'], LC_ALL: 'C' } }
  const locale = process.platform === 'linux' ? 'C.UTF-8' : 'en_US.UTF-8'
  const data = join(directory, 'data')
  const made = spawnSync(
    join(tools.bin, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', `--locale=${locale}`, '--no-sync'],
    { ...options, encoding: 'utf8' },
  )
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}${made.error?.message ?? ''}`)

  const port = await findFreePort()
  const settings = ['listen_addresses=127.0.0.1', 'fsync=off', 'synchronous_commit=off', 'max_connections=300']
  const args = ['-D', data, '-p', String(port), '-k', directory, ...settings.flatMap((setting) => ['-c', setting])]
  const server = spawn(join(tools.bin, 'postgres'), args, { ...options, stdio: 'ignore' })
  // It ends with this process: that is no reason for the process to stay.
  server.unref()
  const ended = new Promise<void>((resolve) => server.on('close', () => resolve()))
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`

  const remove = (): void => rmSync(directory, { recursive: true, force: true, maxRetries: 5 })
  const stop = async (): Promise<void> => {
    server.ref()
    server.kill('SIGINT')
    await ended
    remove()
  }
  process.once('exit', () => {
    server.kill('SIGKILL')
    remove()
  })
  await waitUntilReady(url)
  return { url, version: tools.version, stop }
}

function findTools(): { bin: string; version: string } | undefined {
  const debian = '/usr/lib/postgresql'
  const installed = existsSync(debian) ? readdirSync(debian).map((major) => join(debian, major, 'bin')) : []
  const homebrew = ['18', '17', '16', '15'].map((major) => `/opt/homebrew/opt/postgresql@${major}/bin`)
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), ...installed.toReversed(), ...homebrew]
  for (const folder of folders) {
    const initdb = join(folder, 'initdb')
    const version = existsSync(initdb) ? findFirstLine(initdb, ['--version'])?.match(/(\d+)[\d.]*/) : undefined
    if (version && Number(version[1]) >= OLDEST_MAJOR)
      return { bin: dirname(realpathSync(initdb)), version: version[0] }
  }
  return undefined
}

/** Postgres refuses to run as root; Debian's package brings a user for it, and everything has `nobody`. */
function findOwner(): { uid: number; gid: number } | undefined {
  if (!isRoot()) return undefined
  const name = findFirstLine('id', ['-u', 'postgres']) === undefined ? 'nobody' : 'postgres'
  return { uid: Number(findFirstLine('id', ['-u', name])), gid: Number(findFirstLine('id', ['-g', name])) }
}

async function waitUntilReady(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined })
  for (let attempt = 1; ; attempt += 1) {
    try {
      await sql`select 1`
      await sql.end()
      return
    } catch (error) {
      if (attempt === 100) throw new Error('Postgres was started but does not answer', { cause: error })
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}
