// How far changes fan out through one host: `node bench/scale/fan-out.ts --windows 2000 --studios 200`. Opens that many
// sockets, spread over the studios; statuses change one at a time, and every window of the studio is notified. Prints
// what arrived, when, and the cost.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { demoPassword } from '#supabase/seed/accounts.ts'
import { getPerson } from '#supabase/seed/demo/people.ts'
import { seedLarge, type LargeStudio } from '#supabase/seed/large.ts'
import { startTestHost } from '#tests/host/start-test-host.ts'
import { toPercentiles } from './cpu.ts'
import type { Crowd } from './subscribers.ts'

const option = { type: 'string' } as const
const { values } = parseArgs({ options: { windows: option, studios: option, changes: option } })
const [windows, studioCount, changes] = [
  Number(values.windows ?? 2000),
  Number(values.studios ?? 200),
  Number(values.changes ?? 200),
]

const host = await startTestHost({ database: 'postgres' })
const crowd = fork(new URL('subscribers.ts', import.meta.url))
try {
  const person = getPerson('Lucia')
  const studios: LargeStudio[] = []
  for (let made = 0; made < studioCount; made += 1)
    studios.push(await seedLarge(host.database, { items: 2, stages: 1, spaces: 1 }))
  const signedIn = await host.connect().auth.signInWithPassword({ email: person.email, password: demoPassword })
  if (signedIn.error) throw signedIn.error

  const before = process.memoryUsage().rss
  const joining = process.cpuUsage()
  crowd.send({
    url: `${host.url.replace('http', 'ws')}/realtime/v1/websocket`,
    apiKey: host.keys.publishableKey,
    token: signedIn.data.session.access_token,
    topics: Array.from({ length: windows }, (_, index) => `realtime:studio:${studios[index % studioCount]?.studioId}`),
  } satisfies Crowd)
  await once(crowd, 'message')
  const perSocket = (process.memoryUsage().rss - before) / windows / 1024
  console.log(
    `${windows} windows of ${studioCount} studios joined: ${(toMs(joining) / windows).toFixed(2)} ms of a core and ${perSocket.toFixed(0)} KiB each`,
  )

  const sent: number[] = []
  const cost = process.cpuUsage()
  for (let change = 0; change < changes; change += 1) {
    const studio = studios[change % studioCount]
    if (studio === undefined) break
    const [task] = await host.database.query<{ id: string }>(
      'select id from public.item_tasks where studio_id = $1 and not is_disabled limit 1',
      [studio.studioId],
    )
    await host.database.asUser({ role: 'authenticated', sub: person.id }, (user) =>
      user.query('select public.set_tasks_status(array[$1::uuid], $2)', [
        task?.id,
        studio.statusIds[((change / studioCount + 1) % 6) | 0],
      ]),
    )
    sent.push(performance.timeOrigin + performance.now())
  }
  const heard = await waitForAll((windows / studioCount) * changes)
  const each = heard.map((at, index) => at - (sent[Math.floor((index * sent.length) / heard.length)] ?? at))
  console.log(
    `${changes} changes: ${heard.length} of ${(windows / studioCount) * changes} messages came, ${toPercentiles(each)} after the change was saved; ${(toMs(cost) / changes).toFixed(2)} ms of a core a change in the host, ${((toMs(cost) * 1000) / heard.length).toFixed(0)} µs a message`,
  )
} finally {
  crowd.kill()
  await host.close()
}

function toMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since)
  return (user + system) / 1000
}

/** Waits until all messages have arrived, or no more do. */
async function waitForAll(expected: number): Promise<number[]> {
  const heard: number[] = []
  for (let quiet = 0; heard.length < expected && quiet < 30; quiet += 1) {
    await new Promise((resolve) => setTimeout(resolve, 100))
    crowd.send('report')
    // The shape of what subscribers.ts sends.
    const [answer] = (await once(crowd, 'message')) as [{ heard: number[] }]
    if (answer.heard.length > 0) quiet = 0
    heard.push(...answer.heard)
  }
  return heard.toSorted((a, b) => a - b)
}
