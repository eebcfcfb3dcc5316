import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import path from 'node:path'
import { postgres } from '#supabase/local/postgres-driver.ts'
import { HostError } from './host-error.ts'
import type { PostgresPrograms } from './postgres-programs.ts'

/** The address of a Postgres server: a URL or, with `socket`, a file on this machine. */
export type PostgresAddress = { url: string; socket?: string }

export type PostgresServer = {
  /** Ends it as soon as its current write is done. */
  stop(): Promise<void>
  /** Ends it at once, like a crash. */
  kill(): void
  /** Resolves once it has ended, for whatever reason. */
  ended: Promise<void>
}

/** Creates the files of an empty server in `data`, which may not exist yet; throws a HostError if it cannot. */
export function makeCluster({ bin, account }: PostgresPrograms, data: string, options: readonly string[]): void {
  const locale = process.platform === 'linux' ? 'C.UTF-8' : process.platform === 'win32' ? 'C' : 'en_US.UTF-8'
  const { status, stderr, error } = spawnSync(
    path.join(bin, 'initdb'),
    ['-D', data, '-U', 'postgres', '-E', 'UTF8', `--locale=${locale}`, '--no-instructions', ...options],
    { ...toOptions(account, path.dirname(data)), encoding: 'utf8' },
  )
  if (status !== 0) throw new HostError(`initdb failed: ${stderr}${error?.message ?? ''}`)
}

// Postgres replaces this shell, beside a reader of the pipe that this process holds: once the pipe is closed, even by
// SIGKILL of this process, the reader ends Postgres. Windows ends a process's children with it by itself.
const keeper = 'exec 3<&0 </dev/null; { read -r line <&3; kill -INT $$ 2>/dev/null; } & exec 3<&-; exec "$@"'

export type ServerParts = {
  programs: PostgresPrograms
  data: string
  settings: readonly string[]
  /** A file descriptor for its output; discarded without one. */
  log?: number
}

/** Starts the server of `data`, which ends with this process. */
export function spawnServer({ programs, data, settings, log }: ServerParts): PostgresServer {
  const { bin, account } = programs
  const command = [path.join(bin, 'postgres'), '-D', data, ...settings.flatMap((setting) => ['-c', setting])]
  const [program = '', ...args] =
    process.platform === 'win32' ? command : ['/bin/sh', '-c', keeper, 'postgres', ...command]
  const output = log ?? 'ignore'
  const child = spawn(program, args, {
    ...toOptions(account, path.dirname(data)),
    stdio: ['pipe', output, output],
    // In its own process group: Ctrl+C at a terminal is for the host, which still finishes its requests.
    detached: process.platform !== 'win32',
  })
  child.on('error', () => {})
  // It ends with this process, so it must not keep the process alive.
  child.unref()
  unrefPipe(child)
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => {
      child.stdin?.destroy()
      resolve()
    })
    child.once('error', () => resolve())
  })
  return {
    ended,
    kill: () => void child.kill('SIGKILL'),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.ref()
      child.kill('SIGINT')
      const giveUp = setTimeout(() => child.kill('SIGQUIT'), 30_000)
      await ended
      clearTimeout(giveUp)
    },
  }
}

function unrefPipe({ stdin }: ChildProcess): void {
  if (stdin !== null && 'unref' in stdin && typeof stdin.unref === 'function') stdin.unref()
}

const toOptions = (account: PostgresPrograms['account'], cwd: string) => ({
  ...account,
  cwd,
  env: { PATH: process.env['PATH'], LC_ALL: 'C' },
})

/** Waits until the server answers; throws a HostError if it ends or stays silent. */
export async function waitUntilReady({ url, socket }: PostgresAddress, { ended }: PostgresServer): Promise<void> {
  let hasEnded = false
  void ended.then(() => (hasEnded = true))
  for (let attempt = 1; ; attempt += 1) {
    const sql = postgres(url, { max: 1, onnotice: () => undefined, ...(socket !== undefined && { path: socket }) })
    try {
      await sql`select 1`
      return
    } catch (error) {
      if (attempt === 1000 || hasEnded)
        throw new HostError('Postgres was started but does not answer.', { cause: error })
      await new Promise((resolve) => setTimeout(resolve, 30))
    } finally {
      await sql.end({ timeout: 0 })
    }
  }
}
