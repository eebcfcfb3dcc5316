// Many people working through one host: `npm run bench -- load`, or shorter `node bench/scale/load.ts --clients 100
// --seconds 10 --database postgres`. Each asks for news and sometimes sets a status: one person alone, a hundred, and a
// hundred while heavy reads are started and abandoned.
import { parseArgs } from 'node:util'
import { demoPassword } from '#supabase/seed/accounts.ts'
import { getPerson } from '#supabase/seed/demo/people.ts'
import { seedLarge } from '#supabase/seed/large.ts'
import { startTestHost, type TestHost } from '#tests/host/start-test-host.ts'
import { toPercentile, toPercentiles } from './cpu.ts'

export type LoadOptions = { database: 'postgres' | 'pglite'; clients: number; seconds: number }

/** Durations of the calls, in milliseconds. */
export type Load = { alone: number[]; together: number[]; besideHeavyReads: number[] }

/** Runs that many people for that long, in each of the three ways. */
export async function measureLoad({ database, clients, seconds }: LoadOptions): Promise<Load> {
  const host = await startTestHost({ database })
  try {
    const { work, giveUpHeavyRead } = await prepare(host)
    const run = async (people: number): Promise<number[]> => {
      const until = performance.now() + seconds * 1000
      return (await Promise.all(Array.from({ length: people }, (_, person) => work(person, until)))).flat()
    }
    // Each connection plans its statements once.
    await work(0, performance.now() + 3000)
    const alone = await run(1)
    const together = await run(clients)
    const timer = setInterval(giveUpHeavyRead, 1000)
    const besideHeavyReads = await run(clients).finally(() => clearInterval(timer))
    return { alone, together, besideHeavyReads }
  } finally {
    await host.close()
  }
}

async function prepare(host: TestHost) {
  const studio = await seedLarge(host.database, { items: 5000, stages: 4, spaces: 10 })
  const client = host.connect()
  const signedIn = await client.auth.signInWithPassword({ email: getPerson('Lucia').email, password: demoPassword })
  if (signedIn.error) throw signedIn.error
  const token = signedIn.data.session.access_token
  // What everybody has already seen at the start.
  const first = await client.rpc('pull_space', { p_space_id: studio.spaceIds[0] })
  const { rev: started } = first.data as { rev: number }
  const { data: tasks } = await client.from('item_tasks').select('id').eq('is_disabled', false).limit(1000)

  async function call(turn: number, since: number): Promise<number> {
    const { data, error } =
      turn % 20 === 0
        ? await client.rpc('set_tasks_status', {
            p_task_ids: [tasks?.[turn % tasks.length]?.id],
            p_status_id: studio.statusIds[turn % studio.statusIds.length],
          })
        : await client.rpc('pull_space', { p_space_id: studio.spaceIds[turn % 10], p_since: since })
    if (error) throw error
    // Both procedures return it.
    return Math.max(since, (data as { rev: number }).rev)
  }

  /** Runs one person until the time is over. */
  async function work(person: number, until: number): Promise<number[]> {
    const taken: number[] = []
    let rev = started
    for (let turn = person; performance.now() < until; turn += 1) {
      // Everybody pauses between calls, and not all start at once.
      await new Promise((resolve) => setTimeout(resolve, 500 + ((turn * 370) % 1000)))
      const startedAt = performance.now()
      rev = await call(turn, rev)
      taken.push(performance.now() - startedAt)
    }
    return taken
  }

  /** Reads the whole studio with everything in it, and disconnects after a quarter of a second. */
  function giveUpHeavyRead(): void {
    const heavy = 'items?select=id,collections(name,spaces(name)),item_tasks(*,comments(*),task_blocks(*))'
    const headers = { apikey: host.keys.publishableKey, authorization: `Bearer ${token}` }
    fetch(`${host.url}/rest/v1/${heavy}`, { headers, signal: AbortSignal.timeout(250) }).catch(() => {})
  }

  return { work, giveUpHeavyRead }
}

if (import.meta.main) {
  const option = { type: 'string' } as const
  const { values } = parseArgs({ options: { clients: option, seconds: option, database: option } })
  const database = values.database === 'pglite' ? 'pglite' : 'postgres'
  const load = await measureLoad({
    database,
    clients: Number(values.clients ?? 100),
    seconds: Number(values.seconds ?? 10),
  })
  for (const [name, taken] of Object.entries(load))
    console.log(`${database}, ${name}: ${taken.length} calls, ${toPercentiles(taken)}`)
  const beside = toPercentile(load.besideHeavyReads, 0.5) / toPercentile(load.together, 0.5)
  console.log(`heavy reads given up cost the others ${beside.toFixed(2)} times the wait`)
}
