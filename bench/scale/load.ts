// Many people at work through one host: `node bench/scale/load.ts --clients 100 --seconds 60 --database postgres`. Each asks what is
// new and now and then sets a status. Prints how long they waited, and how much longer while heavy reads are begun and given up.
import { parseArgs } from 'node:util'
import { demoPassword } from '#supabase/seed/accounts.ts'
import { getPerson } from '#supabase/seed/demo/people.ts'
import { seedLarge } from '#supabase/seed/large.ts'
import { startTestHost } from '#tests/host/start-test-host.ts'
import { toPercentiles } from './cpu.ts'

const option = { type: 'string' } as const
const { values } = parseArgs({ options: { clients: option, seconds: option, database: option } })
const [clients, seconds] = [Number(values.clients ?? 100), Number(values.seconds ?? 60)]

const host = await startTestHost({ database: values.database === 'pglite' ? 'pglite' : 'postgres' })
try {
  const studio = await seedLarge(host.database, { items: 5000, stages: 4, spaces: 10 })
  const { email } = getPerson('Lucia')
  const client = host.connect()
  const signedIn = await client.auth.signInWithPassword({ email, password: demoPassword })
  if (signedIn.error) throw signedIn.error
  const token = signedIn.data.session.access_token
  // What everybody has seen when they begin.
  const first = await client.rpc('pull_space', { p_space_id: studio.spaceIds[0] })
  const { rev: started } = first.data as { rev: number }
  const { data: tasks } = await client.from('item_tasks').select('id').eq('is_disabled', false).limit(5000)

  /** One person, until the time is over; answers how long each call took. */
  async function work(person: number, until: number): Promise<number[]> {
    const taken: number[] = []
    let rev = started
    for (let turn = person; performance.now() < until; turn += 1) {
      // Nobody works without a pause, and not all begin at once.
      await new Promise((resolve) => setTimeout(resolve, 500 + ((turn * 370) % 1000)))
      const startedAt = performance.now()
      const { data, error } =
        turn % 20 === 0
          ? await client.rpc('set_tasks_status', {
              p_task_ids: [tasks?.[turn % tasks.length]?.id],
              p_status_id: studio.statusIds[turn % studio.statusIds.length],
            })
          : await client.rpc('pull_space', { p_space_id: studio.spaceIds[turn % 10], p_since: rev })
      if (error) throw error
      // Both procedures answer it.
      rev = Math.max(rev, (data as { rev: number }).rev)
      taken.push(performance.now() - startedAt)
    }
    return taken
  }

  async function measure(name: string): Promise<number> {
    const until = performance.now() + seconds * 1000
    const taken = (await Promise.all(Array.from({ length: clients }, (_, person) => work(person, until)))).flat()
    console.log(`${name}: ${taken.length} calls of ${clients} clients, ${toPercentiles(taken)}`)
    return taken.reduce((sum, one) => sum + one, 0) / taken.length
  }

  /** Reads the whole studio with what hangs on it, and hangs up after a quarter of a second. */
  function giveUpHeavyRead(): void {
    const heavy = 'items?select=id,collections(name,spaces(name)),item_tasks(*,comments(*),task_blocks(*))'
    const headers = { apikey: host.keys.publishableKey, authorization: `Bearer ${token}` }
    fetch(`${host.url}/rest/v1/${heavy}`, { headers, signal: AbortSignal.timeout(250) }).catch(() => {})
  }

  const alone = await measure('at work')
  const timer = setInterval(giveUpHeavyRead, 1000)
  const beside = await measure('beside a heavy read given up each second')
  clearInterval(timer)
  console.log(`the heavy reads cost the others ${(beside / alone).toFixed(2)} times the wait`)

  const heard = performance.now()
  const reads = work(1, performance.now() + 3000)
  const { error } = await client.rpc('set_tasks_status', {
    p_task_ids: tasks?.map(({ id }) => id),
    p_status_id: studio.statusIds[1],
  })
  if (error) throw error
  const change = performance.now() - heard
  console.log(
    `${tasks?.length} statuses at once: ${change.toFixed(0)} ms, reads beside it ${toPercentiles(await reads)}`,
  )
} finally {
  await host.close()
}
