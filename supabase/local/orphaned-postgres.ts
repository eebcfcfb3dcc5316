import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import path from 'node:path'
import { HostError } from './host-error.ts'

const patienceMs = 30_000

/**
 * Ends a Postgres left running on these files by a killed host; the caller holds the lock of the data directory. The
 * note of a server that is gone is removed, also if another program has its process id by now, or a power cut has
 * emptied it.
 */
export async function endOrphan(data: string): Promise<void> {
  const file = path.join(data, 'postmaster.pid')
  if (!existsSync(file)) return
  const pid = readPid(file)
  if (pid === undefined || !isServing(pid, data)) {
    rmSync(file, { force: true })
    return
  }
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    process.kill(pid, signal)
    if (await isGone(pid)) return
  }
  throw new HostError(`Postgres is running on ${data} as process ${pid} and does not stop; end that one first.`)
}

function readPid(file: string): number | undefined {
  const pid = Number.parseInt(readFileSync(file, 'utf8'), 10)
  return Number.isSafeInteger(pid) && pid > 0 ? pid : undefined
}

/** Postgres works in the folder of its files; if that cannot be determined, its command line names them. */
function isServing(pid: number, data: string): boolean {
  try {
    if (process.platform === 'linux') return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(data)
    if (process.platform === 'win32') return false
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes(data)
  } catch {
    return false
  }
}

async function isGone(pid: number): Promise<boolean> {
  for (const endsAt = performance.now() + patienceMs; performance.now() < endsAt;) {
    try {
      process.kill(pid, 0)
    } catch {
      return true
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return false
}
