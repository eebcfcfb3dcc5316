import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { cloneDatabase } from '#tests/host/template.ts'
import { findFreePort } from '#supabase/local/free-port.ts'

const main = path.join(import.meta.dirname, '../../supabase/local/main.ts')

/** A host of one journey's own, which can be killed and restarted without affecting the others. */
export type OwnHost = {
  readonly url: string
  readonly start: () => Promise<void>
  /** Kills the host without warning, as a power cut does. */
  readonly kill: () => Promise<void>
  /** Stops the host and deletes its data. */
  readonly remove: () => Promise<void>
}

/**
 * Starts a host whose port and folder stay the same across restarts, with the demo studio unless `hasDemo` is false, and
 * with more flags of `npm start`.
 */
export async function startOwnHost({ hasDemo = true, flags = [] as readonly string[] } = {}): Promise<OwnHost> {
  const port = await findFreePort()
  const data = mkdtempSync(path.join(tmpdir(), 'xsheet-own-host-'))
  const database = await cloneDatabase(data, hasDemo)
  const url = `http://127.0.0.1:${port}`
  let running: ChildProcess | undefined
  // A journey that fails does not get to remove it.
  process.once('exit', () => running?.kill('SIGKILL'))
  const start = async (): Promise<void> => {
    const env = {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      XSHEET_DATA: data,
      DATABASE_URL: database.url,
      XSHEET_DEMO: hasDemo ? '1' : '0',
    }
    running = spawn(process.execPath, [main, ...flags], { env, stdio: 'ignore' })
    await waitUntilReady(url, hasDemo)
  }
  const kill = async (): Promise<void> => {
    const host = running
    running = undefined
    if (host === undefined || host.exitCode !== null) return
    const ended = new Promise((resolve) => {
      host.once('exit', resolve)
    })
    host.kill('SIGKILL')
    await ended
  }
  await start()
  return {
    url,
    start,
    kill,
    remove: async () => {
      await kill()
      await database.stop()
      await rm(data, { recursive: true, force: true })
    },
  }
}

/** Waits until the host is up and its demo accounts exist: after a first start there are none for a moment. */
async function waitUntilReady(url: string, hasDemo: boolean): Promise<void> {
  for (let attempt = 0; attempt < 900; attempt += 1) {
    const text = await fetch(`${url}/config.json`).then(
      async (response) => await response.text(),
      () => '{}',
    )
    if (text.includes(hasDemo ? '@northlight.example' : '"local":true')) return
    await new Promise((resolve) => {
      setTimeout(resolve, 100)
    })
  }
  throw new Error('The host did not start')
}
