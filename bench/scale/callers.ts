import type { Database } from '#supabase/local/queryable.ts'
import { randomUUID } from 'node:crypto'
import { postgres } from '#supabase/local/postgres-driver.ts'
import { createAccounts } from '#supabase/seed/demo/people.ts'
import { roleId } from '#supabase/seed/demo/studio.ts'
import type { LargeStudio } from '#supabase/seed/large.ts'
import { readSessionCost, toPercentiles } from './cpu.ts'

type Caller = { studio: LargeStudio; userId: string; tasks: readonly string[]; rev: number }
type Answer = { rev: number }

const seconds = 10

/**
 * One person per studio, all at once over that many connections: each asks for news of the studio and of a space, and
 * sometimes sets a status, each in a transaction of its own as with a pool in transaction mode.
 */
export async function measureCallers(of: Database, url: string, studios: readonly LargeStudio[]): Promise<string[]> {
  const callers: Caller[] = []
  for (const [index, studio] of studios.entries()) callers.push(await addCaller(of, studio, index))
  const results: string[] = []
  for (const connections of [10, 30, 60]) results.push(await callAtOnce(of, { url, callers, connections }))
  return results
}

async function addCaller(of: Database, studio: LargeStudio, index: number): Promise<Caller> {
  const id = randomUUID()
  await createAccounts(of, [{ id, email: `caller-${index}@northlight.example`, name: 'Caller', role: 'member' }])
  await of.query('insert into public.studio_members (studio_id, user_id, role_id) values ($1, $2, $3)', [
    studio.studioId,
    id,
    roleId('member'),
  ])
  const tasks = await of.query<{ id: string }>(
    'select id from public.item_tasks where space_id = $1 and not is_disabled order by id limit 100',
    [studio.spaceIds[0]],
  )
  const [clock] = await of.query<{ rev: string }>('select rev from private.studio_clocks where studio_id = $1', [
    studio.studioId,
  ])
  return { studio, userId: id, tasks: tasks.map((task) => task.id), rev: Number(clock?.rev ?? 1) }
}

type Crowd = { url: string; callers: readonly Caller[]; connections: number }

async function callAtOnce(of: Database, { url, callers, connections }: Crowd): Promise<string> {
  const sql = postgres(url, { max: connections, onnotice: () => {} })
  const times = { 'what is new': [] as number[], 'a status': [] as number[] }
  let turn = 0

  async function call<Row>(kind: keyof typeof times, caller: Caller, [text, parameters]: [string, string[]]) {
    const started = performance.now()
    const rows = await sql.begin(async (session) => {
      const claims = JSON.stringify({ role: 'authenticated', sub: caller.userId })
      await session`select set_config('role', 'authenticated', true), set_config('request.jwt.claims', ${claims}, true),
        set_config('request.jwt.claim.sub', ${caller.userId}, true)`
      return await session.unsafe(text, parameters)
    })
    times[kind].push(performance.now() - started)
    // The caller names the row type of the SQL it wrote.
    return rows[0] as Row | undefined
  }

  async function work(until: number): Promise<void> {
    while (performance.now() < until) {
      const caller = callers[turn++ % callers.length]
      if (caller === undefined) return
      const { studio, rev } = caller
      const [space, task, status] = [
        studio.spaceIds[0] ?? '',
        caller.tasks[turn % 100] ?? '',
        studio.statusIds[turn % 6],
      ]
      if (turn % 20 === 0)
        await call('a status', caller, ['select public.set_tasks_status(array[$1::uuid], $2)', [task, status ?? '']])
      await call('what is new', caller, ['select public.pull_space($1, $2::bigint)', [space, String(rev)]])
      const answer = await call<{ answer: Answer }>('what is new', caller, [
        'select public.pull_studio($1, $2::bigint) as answer',
        [studio.studioId, String(rev)],
      ])
      caller.rev = answer?.answer.rev ?? rev
    }
  }

  const run = async (forSeconds: number): Promise<void> => {
    const until = performance.now() + forSeconds * 1000
    await Promise.all(Array.from({ length: connections }, () => work(until)))
  }
  try {
    // Each connection plans its statements once.
    await run(3)
    for (const kind of Object.values(times)) kind.length = 0
    const before = await readSessionCost(of)
    await run(seconds)
    const after = await readSessionCost(of)
    const count = times['what is new'].length + times['a status'].length
    const cpuMs = ((after.cpuSeconds - before.cpuSeconds) * 1000) / count
    const kinds = Object.entries(times).map(([kind, taken]) => `${kind} ${toPercentiles(taken)}`)
    return `${connections} connections, ${callers.length} studios: ${count} calls in ${seconds} s, ${cpuMs.toFixed(2)} ms of a core each, ${(after.privateMiB / after.sessions).toFixed(1)} MiB a connection; ${kinds.join('; ')}`
  } finally {
    await sql.end()
  }
}
