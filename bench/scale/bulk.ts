// A large change watched by many: `node bench/scale/bulk.ts --windows 100 --tasks 5000`. That many windows watch a
// space; all its statuses change in one step; each window is notified and pulls. Prints when they had it, and how long
// others' reads waited meanwhile.
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { demoPassword } from '#supabase/seed/accounts.ts'
import { getPerson } from '#supabase/seed/demo/people.ts'
import { seedLarge } from '#supabase/seed/large.ts'
import { startTestHost } from '#tests/host/start-test-host.ts'
import type { Part } from './bulk-people.ts'
import { toPercentiles } from './cpu.ts'

const option = { type: 'string' } as const
const { values } = parseArgs({ options: { windows: option, tasks: option, database: option } })
const [windows, count] = [Number(values.windows ?? 100), Number(values.tasks ?? 5000)]

const host = await startTestHost({ database: values.database === 'pglite' ? 'pglite' : 'postgres' })
const people: ChildProcess[] = []
try {
  const studio = await seedLarge(host.database, { items: Math.ceil(count / 4) * 2, stages: 4, spaces: 2 })
  const [looked = '', elsewhere = ''] = studio.spaceIds
  const client = host.connect()
  const signedIn = await client.auth.signInWithPassword({ email: getPerson('Lucia').email, password: demoPassword })
  if (signedIn.error) throw signedIn.error
  const tasks = await host.database.query<{ id: string }>(
    'select id from public.item_tasks where space_id = $1 and not is_disabled limit $2',
    [looked, count],
  )
  const { data: first } = await client.rpc('pull_space', { p_space_id: looked })
  const part = {
    url: host.url,
    apiKey: host.keys.publishableKey,
    token: signedIn.data.session.access_token,
    topic: `studio:${studio.studioId}`,
    // The procedure's own response.
    rev: (first as { rev: number }).rev,
    windows,
    bytes: tasks.length * 40,
  }
  const start = async (more: Pick<Part, 'role' | 'space'>): Promise<ChildProcess> => {
    const child = fork(new URL('bulk-people.ts', import.meta.url))
    people.push(child)
    child.send({ ...part, ...more } satisfies Part)
    await once(child, 'message')
    return child
  }
  const crowd = await start({ role: 'windows', space: looked })
  const reads: { at: number; tookMs: number }[] = []
  const reader = await start({ role: 'reader', space: elsewhere })
  reader.on('message', (each) => reads.push(each as (typeof reads)[number]))
  await new Promise((resolve) => setTimeout(resolve, 1500))

  const begun = performance.timeOrigin + performance.now()
  const [, [had]] = await Promise.all([
    client
      .rpc('set_tasks_status', { p_task_ids: tasks.map(({ id }) => id), p_status_id: studio.statusIds[2] })
      .throwOnError(),
    once(crowd, 'message') as Promise<[number[]]>,
  ])
  const over = Math.max(...had)
  const waits = (from: number, to: number) =>
    reads.filter(({ at, tookMs }) => at + tookMs > from && at < to).map(({ tookMs }) => tookMs)
  await new Promise((resolve) => setTimeout(resolve, 500))
  console.log(`${tasks.length} statuses, ${windows} windows had them: ${toPercentiles(had.map((at) => at - begun))}`)
  const meanwhile = waits(begun, over)
  console.log(`Others' reads before: ${toPercentiles(waits(0, begun))}`)
  console.log(
    `Others' reads meanwhile: ${toPercentiles(meanwhile)}, the longest ${Math.max(...meanwhile).toFixed(0)} ms`,
  )
} finally {
  for (const child of people) child.kill()
  await host.close()
}
