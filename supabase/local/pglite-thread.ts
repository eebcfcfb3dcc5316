import type { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { parentPort } from 'node:worker_threads'
import { loadLitePglite } from './lite.ts'
import type { PgliteAnswer, PgliteTask } from './pglite-session.ts'
import { pgliteParsers, pgliteSerializers } from './wire-values.ts'

let pglite: PGlite | undefined
const stops = new Map<string, () => Promise<void>>()

const post = (answer: PgliteAnswer): void => parentPort?.postMessage(answer)

async function open(directory: string): Promise<void> {
  const { createPgliteConnection } = await loadLitePglite()
  const { driver } = await createPgliteConnection({
    url: directory,
    pgliteOptions: { parsers: pgliteParsers, serializers: pgliteSerializers, extensions: { pg_trgm } },
  })
  await driver.waitReady
  await driver.exec(`set timezone to 'UTC'`)
  pglite = driver
}

async function perform(task: PgliteTask): Promise<unknown> {
  if (task.kind === 'open') return await open(task.directory)
  if (pglite === undefined) throw new Error('PGlite is not open')
  switch (task.kind) {
    case 'query':
      return await pglite.query(task.text, [...task.parameters])
    case 'execute':
      return (await pglite.exec(task.text))[0]?.rows ?? []
    case 'listen': {
      const { channel } = task
      stops.set(channel, await pglite.listen(channel, (payload) => post({ channel, payload })))
      return undefined
    }
    case 'unlisten':
      return await stops.get(task.channel)?.()
    case 'dump':
      await pglite.exec('checkpoint')
      return await pglite.dumpDataDir('none')
    case 'close':
      return await pglite.close()
  }
}

/** The text fields of a database error, which a message between threads would lose. */
const toFields = (error: Error): Record<string, string> =>
  Object.fromEntries(Object.entries(error).filter(([, value]) => typeof value === 'string'))

/** Its file system throws non-errors, and for disk failures a number: 51 is a full disk. */
function toError(cause: unknown): Error {
  if (cause instanceof Error) return cause
  const isFull = typeof cause === 'object' && cause !== null && 'errno' in cause && cause.errno === 51
  return new Error(isFull ? 'No space left on device' : JSON.stringify(cause))
}

let last: Promise<void> = Promise.resolve()

parentPort?.on('message', ({ id, task }: { id: number; task: PgliteTask }) => {
  last = last.then(async () => {
    try {
      post({ id, result: await perform(task) })
    } catch (cause) {
      const error = toError(cause)
      post({ id, error: { message: error.message, stack: error.stack, fields: toFields(error) } })
    }
  })
})
