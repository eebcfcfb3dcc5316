import type { Claims, Database } from '#supabase/local/queryable.ts'
import type { LargeStudio } from '#supabase/seed/large.ts'
import { readSessionCost, toPercentiles } from './cpu.ts'

type Call = readonly [text: string, parameters: readonly unknown[]]

const rounds = 11

/** Measures everyday calls as a member of the first studio: duration, CPU time, and the pages each call reads. */
export async function measureCalls(of: Database, studio: LargeStudio): Promise<string[]> {
  const member: Claims = { role: 'authenticated', sub: studio.memberId }
  const results: string[] = []
  for (const [name, call] of await listCalls(of, studio)) {
    const times: number[] = []
    const before = await readSessionCost(of)
    for (let round = 0; round < rounds; round += 1) {
      const [text, parameters] = call()
      const started = performance.now()
      await of.asUser(member, (user) => user.query(`select ${text}`, parameters))
      times.push(performance.now() - started)
    }
    const cpuMs = (((await readSessionCost(of)).cpuSeconds - before.cpuSeconds) * 1000) / rounds
    const blocks = await countBlocks(of, member, call())
    results.push(`${name}: ${blocks} pages, ${cpuMs.toFixed(1)} ms of a core, ${toPercentiles(times)}`)
  }
  return results
}

async function listCalls(
  of: Database,
  { studioId, spaceIds, statusIds, memberId }: LargeStudio,
): Promise<readonly (readonly [string, () => Call])[]> {
  // The eighth if there are that many: the first may be the least typical.
  const space = spaceIds[7] ?? spaceIds[0]
  const [task] = await of.query<{ id: string }>(
    'select id from public.item_tasks where space_id = $1 and not is_disabled order by id limit 1',
    [space],
  )
  const [clock] = await of.query<{ rev: string }>(
    'select rev - 1 as rev from private.studio_clocks where studio_id = $1',
    [studioId],
  )
  const since = Number(clock?.rev ?? 1)
  let turn = 0
  const week = `now() - interval '7 days', now()`
  return [
    ['pull_studio', () => ['public.pull_studio($1)', [studioId]]],
    ['pull_space of 500 items', () => ['public.pull_space($1)', [space]]],
    ['pull_space of what is new', () => ['public.pull_space($1, $2)', [space, since]]],
    ['pull_timeline', () => ['public.pull_timeline($1)', [studioId]]],
    ['pull_timeline of what is new', () => ['public.pull_timeline($1, $2)', [studioId, since]]],
    ['get_studio_filter_data', () => ['public.get_studio_filter_data($1)', [studioId]]],
    ['a status change', () => ['public.set_tasks_status(array[$1::uuid], $2)', [task?.id, statusIds[turn++ % 2]]]],
    ['a page of the studio feed', () => ['public.list_studio_feed($1)', [studioId]]],
    ['a page of notifications', () => ['public.list_notifications(50, null, null, $1)', [studioId]]],
    ['the unread count', () => ['public.get_unread_count($1)', [studioId]]],
    ['a page of assignments', () => ['public.list_assignments($1, $2)', [studioId, memberId]]],
    ['a week of one person', () => [`public.list_time_entries($1, ${week}, $2)`, [studioId, memberId]]],
    ['a page of a week of the studio', () => [`public.list_time_entries($1, ${week})`, [studioId]]],
  ]
}

/** Counts the database pages a call reads: this grows with the data, whatever else the machine does. */
async function countBlocks(of: Database, member: Claims, [text, parameters]: Call): Promise<number> {
  const [row] = await of.asUser(member, (user) =>
    user.query<{ 'QUERY PLAN': string | readonly unknown[] }>(
      `explain (analyze, buffers, format json) select ${text}`,
      parameters,
    ),
  )
  const plan = row?.['QUERY PLAN']
  // The shape of EXPLAIN's JSON.
  const [explained] = (typeof plan === 'string' ? JSON.parse(plan) : plan) as { Plan: Record<string, number> }[]
  return (explained?.Plan['Shared Hit Blocks'] ?? 0) + (explained?.Plan['Shared Read Blocks'] ?? 0)
}
