import type { Claims } from '#supabase/local/queryable.ts'
import { seedLarge } from '#supabase/seed/large.ts'
import { startTestHost } from '#tests/host/start-test-host.ts'
import { readSessionCost } from './cpu.ts'

// `node bench/scale/events.ts [rounds]`: the cost of the log for the largest change. Alternates the same call with and
// without the log's triggers; prints medians and their ratio and, if the database has processes of its own, the ratio
// of CPU time, which is valid on a busy machine too.
const rounds = Number(process.argv[2] ?? 15)
const logTriggers = { item_tasks: 'item_tasks_after_update_log', comments: 'comments_after_insert_log' }

for (const kind of ['postgres', 'pglite'] as const) {
  const host = await startTestHost({ database: kind })
  try {
    const { database } = host
    const studio = await seedLarge(database, { items: 10_000, spaces: 20, stages: 6 })
    await database.execute('analyze')
    const member: Claims = { role: 'authenticated', sub: studio.memberId }
    const rows = await database.query<{ id: string }>(
      'select id from public.item_tasks where not is_disabled order by id limit 5000',
    )
    const ids = rows.map(({ id }) => id)
    const times: Record<'logged' | 'bare', number[]> = { logged: [], bare: [] }
    const cpu: Record<'logged' | 'bare', number[]> = { logged: [], bare: [] }
    for (let turn = 0; turn < rounds * 2; turn += 1) {
      const way = turn % 2 === 0 ? 'logged' : 'bare'
      const verb = way === 'logged' ? 'enable' : 'disable'
      await database.execute(
        Object.entries(logTriggers)
          .map(([table, name]) => `alter table public.${table} ${verb} trigger ${name};`)
          .join('\n'),
      )
      const { cpuSeconds } = await readSessionCost(database)
      const begun = performance.now()
      await database.asUser(member, async (user) => {
        await user.query('select public.set_tasks_status($1::uuid[], $2::uuid)', [
          ids,
          // A cycle of odd length: both ways make each of its changes equally often.
          studio.statusIds[turn % 3],
        ])
      })
      times[way].push(performance.now() - begun)
      cpu[way].push(((await readSessionCost(database)).cpuSeconds - cpuSeconds) * 1000)
    }
    const say = ({ logged, bare }: typeof times): string => {
      const [more, less] = [median(logged), median(bare)]
      return `${more.toFixed(0)} ms with the log, ${less.toFixed(0)} without: ${(more / less).toFixed(2)} times`
    }
    console.info(`${kind}: ${say(times)}${kind === 'postgres' ? `; of a processor ${say(cpu)}` : ''}`)
  } finally {
    await host.close()
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
