import type { Database } from '../queryable.ts'
import { deliverBroadcast } from './broadcast.ts'
import { deliverChanges } from './changes.ts'
import type { Channels } from './channel.ts'
import { recheckRights } from './recheck.ts'
import { Relations } from './relations.ts'

const pruneEveryMs = 60_000
/** For rights that end without a change of the watched tables. */
const recheckEveryMs = 60_000

type MessageRow = { id: string; topic: string; event: string; payload: unknown; private: boolean | null }

type Listeners = {
  channels: Channels
  /** Something may have been announced while nobody listened. */
  onGap: () => void
}

/**
 * Carries what the database announces to the channels: changed rows, and messages sent from SQL. Returns a function
 * that stops it.
 */
export async function startFeed(database: Database, { channels, onGap }: Listeners): Promise<() => Promise<void>> {
  const relations = new Relations(database)
  const changes = makeQueue((statementIds) => deliverChanges(database, { channels, relations }, statementIds))
  const rights = makeQueue(() => recheckRights(database, channels))
  const messages = makeQueue(async (ids) => {
    await rights.idle()
    await deliverMessages(database, channels, ids)
  })
  const stops = [
    await database.listen('realtime_changes', changes.add, onGap),
    await database.listen('realtime_rights', rights.add, onGap),
    await database.listen('realtime_messages', messages.add, onGap),
  ]
  const prune = makeQueue(() => pruneTables(database))
  const timers = [
    setInterval(() => prune.add('now'), pruneEveryMs).unref(),
    setInterval(() => rights.add('all'), recheckEveryMs).unref(),
  ]
  return async () => {
    for (const timer of timers) clearInterval(timer)
    for (const stop of stops) await stop()
    await Promise.all([changes.idle(), messages.idle(), rights.idle(), prune.idle()])
  }
}

async function deliverMessages(database: Pick<Database, 'query'>, channels: Channels, ids: string[]): Promise<void> {
  if (channels.size === 0) return
  const rows = await database.query<MessageRow>(
    'select id::text, topic, event, payload, private from realtime.messages where id = any($1::uuid[])',
    [ids],
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  for (const id of ids) {
    const row = byId.get(id)
    if (row === undefined) continue
    const { topic, event, payload } = row
    const isPrivate = row.private ?? false
    deliverBroadcast(channels, { topic: `realtime:${topic}`, isPrivate, event, payload, meta: { id } })
  }
}

/** Announced rows reach clients within a second; they are kept longer only for debugging. */
async function pruneTables(database: Pick<Database, 'query'>): Promise<void> {
  await database.query(`delete from realtime.changes where changed_at < now() - interval '5 minutes'`)
  await database.query(`delete from realtime.messages where inserted_at < now() - interval '1 hour'`)
}

/** Handles everything that has queued up in one batch, in order, one batch at a time. */
function makeQueue(handle: (items: string[]) => Promise<void>) {
  const waiting: string[] = []
  let running: Promise<void> | undefined

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      try {
        await handle(waiting.splice(0))
      } catch (error) {
        console.error('realtime could not deliver:', error)
      }
    }
    running = undefined
  }

  return {
    add: (item: string): void => {
      waiting.push(item)
      running ??= Promise.resolve().then(drain)
    },
    idle: async (): Promise<void> => running,
  }
}
