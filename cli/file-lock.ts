import { open, rm, stat } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'

const waitMs = 50
/** A lock older than this, or from the future, is stale: its process was killed or the clock was set back. */
const staleMs = 30_000

/**
 * Runs work while holding a lock against other processes. Where no lock can be created, such as in a read-only folder,
 * runs it without.
 */
export async function withFileLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  const isHeld = await acquire(file)
  try {
    return await work()
  } finally {
    if (isHeld) await rm(file, { force: true })
  }
}

async function acquire(file: string): Promise<boolean> {
  for (;;) {
    try {
      await (await open(file, 'wx', 0o600)).close()
      return true
    } catch (error) {
      // Node's file errors have a code.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return false
      const since = (await stat(file).catch(() => undefined))?.mtimeMs
      if (since !== undefined && Math.abs(Date.now() - since) > staleMs) await rm(file, { force: true })
      else await wait(waitMs)
    }
  }
}
