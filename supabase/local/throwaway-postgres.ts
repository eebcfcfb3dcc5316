import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findFreePort } from './free-port.ts'
import { HostError } from './host-error.ts'
import { findInstalledPostgres, findPackagedPostgres, type PostgresPrograms } from './postgres-programs.ts'
import { makeCluster, spawnServer, waitUntilReady } from './postgres-server.ts'

export type ThrowawayPostgres = { url: string; version: string; stop(): Promise<void> }

/** Nothing outlives the process, so nothing waits for the disk. */
const settings = [
  'listen_addresses=127.0.0.1',
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_connections=300',
  'jit=off',
]

/**
 * Starts a Postgres in a temporary directory, reachable from this machine only: the one from npm, or with `installed`
 * (and if npm has none for this platform) the newest installed one. Throws a HostError if there is none. Ends with this
 * process.
 */
export async function startThrowawayPostgres(
  wanted: 'packaged' | 'installed' = 'packaged',
): Promise<ThrowawayPostgres> {
  const directory = mkdtempSync(path.join(tmpdir(), 'xsheet-postgres-'))
  const remove = (): void => rmSync(directory, { recursive: true, force: true, maxRetries: 5 })
  try {
    return await start(directory, remove, findPrograms(directory, wanted))
  } catch (error) {
    remove()
    throw error
  }
}

async function start(directory: string, remove: () => void, programs: PostgresPrograms): Promise<ThrowawayPostgres> {
  const { account, version } = programs
  if (account !== undefined) chownSync(directory, account.uid, account.gid)
  const data = path.join(directory, 'data')
  makeCluster(programs, data, ['-A', 'trust', '--no-sync'])
  const port = await findFreePort()
  const server = spawnServer({
    programs,
    data,
    settings: [`port=${port}`, `unix_socket_directories=${directory}`, ...settings],
  })
  const kill = (): void => {
    server.kill()
    remove()
  }
  process.once('exit', kill)
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  await waitUntilReady({ url }, server)
  return {
    url,
    version,
    async stop() {
      process.off('exit', kill)
      await server.stop()
      remove()
    },
  }
}

function findPrograms(directory: string, wanted: 'packaged' | 'installed'): PostgresPrograms {
  const found = (wanted === 'packaged' ? findPackagedPostgres(directory) : undefined) ?? findInstalledPostgres()
  if (found === undefined)
    throw new HostError('There is no PostgreSQL 15 or newer: install one, or name an empty database in DATABASE_URL.')
  return found
}
