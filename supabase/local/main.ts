import { startAppHost } from './app-host.ts'
import { HostError, toMessage } from './host-error.ts'
import { logAsJson } from './log-as-json.ts'
import { isMediaWorkerInstalled, startMediaWorker } from './media-worker.ts'
import { reachableAt } from './reachable-at.ts'
import { startHost } from './server.ts'
import { loadSettings, type Settings } from './settings.ts'

type Running = { url: string; close(): Promise<void> }

let running: Running | undefined
let isStopping = false

function stop(): void {
  // A second signal exits at once. While starting there is nothing to close: the database survives a kill, and so does
  // the lock.
  if (isStopping || running === undefined) process.exit(isStopping ? 1 : 0)
  isStopping = true
  void running.close().then(
    () => process.exit(0),
    (error: unknown) => fail(error),
  )
}

/** The host, and the media worker beside it if it is installed. */
async function startWhole(settings: Settings): Promise<Running> {
  const host = await startHost(settings)
  if (settings.isMediaWorkerOff === true || !isMediaWorkerInstalled()) return host
  const worker = startMediaWorker(host)
  return {
    url: host.url,
    async close() {
      await worker.close()
      await host.close()
    },
  }
}

/** Prints one sentence for what the person can fix, everything for a defect of ours. */
function fail(error: unknown): never {
  if (error instanceof HostError) console.error(error.message)
  else console.error('Xsheet stopped:', error instanceof Error ? error.stack : toMessage(error))
  process.exit(1)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
process.on('uncaughtException', fail)
process.on('unhandledRejection', fail)

// Disables telemetry in the host's packages.
process.env['DO_NOT_TRACK'] = '1'
try {
  const settings = loadSettings(process.argv.slice(2), process.env)
  if (settings.isLogged === true) logAsJson()
  running = settings.supabase === undefined ? await startWhole(settings) : await startAppHost(settings)
  console.log(`Xsheet is running at ${settings.publicUrl ?? reachableAt(running.url).join(' and ')}`)
} catch (error) {
  fail(error)
}
