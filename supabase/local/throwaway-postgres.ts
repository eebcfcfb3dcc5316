import { execFileSync, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { HostError } from './host-error.ts'

export type ThrowawayPostgres = { url: string; stop(): void }

/** A Postgres server of the installed kind in a temporary directory, reachable from this machine only. */
export function startThrowawayPostgres(): ThrowawayPostgres {
  const bin = findTools()
  const directory = mkdtempSync(path.join(tmpdir(), 'xsheet-types-'))
  const owner = findOwner()
  if (owner !== undefined) chownSync(directory, owner.uid, owner.gid)
  const data = path.join(directory, 'data')
  const run = (tool: string, ...args: string[]): void => {
    const { status, stderr } = spawnSync(path.join(bin, tool), args, { ...owner, cwd: directory, encoding: 'utf8' })
    if (status !== 0) throw new HostError(`${tool} failed: ${stderr.trim()}`)
  }
  // Above the ports that services use and below the ones that outgoing connections take.
  const port = 20_000 + (process.pid % 10_000)
  run('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync')
  const options = `-c listen_addresses=127.0.0.1 -c port=${port} -c fsync=off -k ${directory}`
  run('pg_ctl', '-D', data, '-w', '-o', options, '-l', path.join(directory, 'log'), 'start')
  return {
    url: `postgresql://postgres@127.0.0.1:${port}/postgres`,
    stop() {
      run('pg_ctl', '-D', data, '-m', 'immediate', 'stop')
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

function findTools(): string {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).toSorted((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...versions.map((version) => path.join(debian, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(path.delimiter),
  ]
  const found = folders.find((folder) => existsSync(path.join(folder, 'pg_ctl')))
  if (found === undefined)
    throw new HostError('PostgreSQL is not installed: install it, or name an empty database in DATABASE_URL.')
  return path.dirname(realpathSync(path.join(found, 'pg_ctl')))
}

/** Postgres refuses to run as root. */
function findOwner(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const toId = (flag: string): number => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
  return { uid: toId('-u'), gid: toId('-g') }
}
