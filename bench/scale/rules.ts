import { randomUUID } from 'node:crypto'
import { handler } from '#supabase/functions/run-rules/handler.ts'
import { dryRun } from '#core/rules/dry-run.ts'
import { readRuleHistory, type RuleHistoryWire } from '#core/rules/read-rule-rows.ts'
import type { RuleText } from '#core/rules/rule.ts'
import type { Claims } from '#supabase/local/queryable.ts'
import { seedLarge } from '#supabase/seed/large.ts'
import { startTestHost } from '#tests/host/start-test-host.ts'

// `node bench/scale/rules.ts [rounds] [items]`: what fifty rules add to a change of 5,000 statuses, alternating with
// and without them; how many events a worker processes per second; and the cost of a dry run in a studio of that many
// items with six tasks each.
const rounds = Number(process.argv[2] ?? 9)
const items = Number(process.argv[3] ?? 10_000)
const host = await startTestHost({ database: 'postgres' })
try {
  const { database, keys } = host
  // Disable the host's own worker: each run is triggered here.
  await database.execute(
    `create or replace function public.has_rule_work() returns boolean language sql as 'select false'`,
  )
  const studio = await seedLarge(database, { items, spaces: 20, stages: 6 })
  await database.execute('analyze')
  const member: Claims = { role: 'authenticated', sub: studio.memberId }
  const [owner] = await database.query<{ id: string; studio_id: string }>(
    `select m.user_id as id, m.studio_id from public.studio_members m join public.user_roles r on r.id = m.role_id
     where r.name = 'owner' limit 1`,
  )
  if (owner === undefined) throw new Error('The studio has no owner')
  const rows = await database.query<{ id: string }>(
    'select id from public.item_tasks where not is_disabled order by id limit 5000',
  )
  const ids = rows.map(({ id }) => id)
  for (let n = 0; n < 50; n += 1)
    await database.asUser({ role: 'authenticated', sub: owner.id }, async (user) => {
      await user.query('select public.save_rule($1, $2, $3, $4::jsonb, $5, $6::jsonb, null, false)', [
        owner.studio_id,
        randomUUID(),
        `Rule ${n}`,
        JSON.stringify({ kind: 'status_changed', status: 'done' }),
        `priority > 3 && name == "none ${n}"`,
        JSON.stringify([{ do: 'set_status', status: studio.statusIds[0], on: 'next' }]),
      ])
    })

  const times: Record<'ruled' | 'bare', number[]> = { ruled: [], bare: [] }
  for (let turn = 0; turn < rounds * 2; turn += 1) {
    const way = turn % 2 === 0 ? 'ruled' : 'bare'
    await database.query(`update public.rules set is_active = $1`, [way === 'ruled'])
    const begun = performance.now()
    await database.asUser(member, async (user) => {
      await user.query('select public.set_tasks_status($1::uuid[], $2::uuid)', [
        ids,
        // A cycle of odd length: both ways make each of its changes equally often.
        studio.statusIds[turn % 3],
      ])
    })
    times[way].push(performance.now() - begun)
  }
  const [ruled, bare] = [median(times.ruled), median(times.bare)]
  console.info(
    `${ruled.toFixed(0)} ms with fifty rules, ${bare.toFixed(0)} without: ${(ruled / bare).toFixed(2)} times`,
  )

  await database.query('update public.rules set is_active = true')
  await database.query(
    'update private.rule_cursors set cursor = greatest(0, (select event_seq from private.studio_clocks k where k.studio_id = rule_cursors.studio_id) - 5000)',
  )
  const begun = performance.now()
  const request = new Request(host.url, {
    method: 'POST',
    headers: { authorization: `Bearer ${keys.serviceKey}` },
    body: '{}',
  })
  const context = { supabaseUrl: host.url, ...keys, env: {}, now: () => new Date() }
  const done: { events: number; done: number } = await (await handler(request, context)).json()
  const seconds = (performance.now() - begun) / 1000
  console.info(
    `${done.events} events by a worker in ${seconds.toFixed(1)} s: ${(done.events / seconds).toFixed(0)} a second`,
  )

  for (const isWide of [false, true]) {
    const asked = performance.now()
    const answer = await database.asUser({ role: 'authenticated', sub: owner.id }, async (user) => {
      // A busy machine may exceed the usual statement timeout.
      await user.query('set local statement_timeout = 0')
      const [row] = await user.query<{ history: RuleHistoryWire }>(
        'select public.get_rule_history($1, null, 30, $2) as history',
        [owner.studio_id, isWide],
      )
      return row === undefined ? undefined : readRuleHistory(row.history)
    })
    if (answer === undefined) throw new Error('The history could not be read')
    const read = performance.now()
    const rule: RuleText = {
      name: 'Next stage',
      trigger: isWide
        ? { kind: 'all_of_group', group: 'collection', how: 'all' }
        : { kind: 'status_changed', status: 'done' },
      condition: isWide ? 'all(group, t, t.done)' : 'next.assignee != null',
      actions: [{ do: 'start_next', status: studio.statusIds[1] ?? '' }],
    }
    const { fired } = dryRun(rule, answer)
    console.info(
      `dry run${isWide ? ' of whole collections' : ''} over ${answer.events.length} events, ${answer.rows.tasks.length} tasks: asked ${(read - asked).toFixed(0)} ms, worked out ${(performance.now() - read).toFixed(0)} ms, fired ${fired}`,
    )
  }
} finally {
  await host.close()
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
