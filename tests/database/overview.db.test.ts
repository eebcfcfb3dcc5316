import { afterAll, beforeAll, expect, test } from 'vitest'
import { sumLoad } from '#core/timeline/load.ts'
import { toId, type BlockId, type TaskId, type UserId } from '#core/lib/ids.ts'
import type { CalendarDate } from '#core/lib/calendar-date.ts'
import type { TestHost, TestUser } from '#tests/host/start-test-host.ts'
import { startTestHost } from '#tests/host/start-test-host.ts'
import { aStudio, aTask, call, insert, refusal, roleId, type TestStudio } from './a-studio.ts'

let host: TestHost
let studio: TestStudio
let shot: Awaited<ReturnType<typeof aTask>>

beforeAll(async () => {
  host = await startTestHost()
  studio = await aStudio(host)
  shot = await aTask(studio)
  await aWorkedProject()
})
afterAll(() => host.close())

const zone = 'Pacific/Auckland'

type Stage = { stage_id: string; tasks: number; done: number; late: number; dated: number; days: number | null }
type Waiting = { kind: string; user_id: string | null; tasks: number; days: number }
type Late = { tasks: number; days: number; reasons: { reason: string; tasks: number }[]; first: { task_id: string }[] }
type Overview = {
  today: string
  stages: (Stage & { statuses: Record<string, number> })[]
  weeks: { week: string; tasks: number }[]
  late: Late
  waiting: Waiting[]
  load: { user_id: string; hours: number; capacity: number }[]
}

const overviewOf = (who: TestUser, more: object = {}): Promise<Overview> =>
  call(who.client, 'get_overview', {
    p_studio_id: studio.id,
    p_time_zone: zone,
    p_project_id: shot.project.id,
    ...more,
  })

/** Returns every task behind a number, thirty per page. */
async function listOf(kind: string, key?: string | null): Promise<string[]> {
  type Row = { task_id: string; due_date: string | null }
  const ids: string[] = []
  for (;;) {
    const place = { p_studio_id: studio.id, p_time_zone: zone, p_project_id: shot.project.id, p_limit: 30 }
    const last = ids.at(-1)
    const [due] =
      last === undefined
        ? []
        : await query<{ due: string | null }>(
            `select due_date::text as due from public.item_tasks where id = '${last}'`,
          )
    const page = await call<Row[]>(studio.viewer.client, 'list_overview_tasks', { ...place, p_list: kind, p_key: key ?? null, p_after_id: last ?? null, p_after_due: due?.due ?? null }) // prettier-ignore
    ids.push(...page.map(({ task_id: id }) => id))
    if (page.length < 30) return ids
  }
}

const query = async <Row>(sql: string): Promise<Row[]> => await host.database.query<Row & Record<string, unknown>>(sql)
const number = async (sql: string): Promise<number> =>
  Number((await query<{ n: string }>(`select (${sql}) as n`))[0]?.n)

/** Creates tasks in every state that an overview distinguishes, as the database owner, at chosen times. */
async function aWorkedProject(): Promise<void> {
  const { id, member, lead, viewer } = studio
  const space = shot.space.id
  await host.database.execute(`
    insert into public.space_stages (space_id, stage_id, studio_id, project_id, order_index)
      select '${space}', s.id, s.studio_id, '${shot.project.id}', s.order_index from public.stages s where s.studio_id = '${id}'
      on conflict do nothing;
    insert into public.items (collection_id, title, custom_slug) select '${shot.collection.id}', 'sh' || n, 'sh-' || n from generate_series(1, 24) as n;
    update public.items set is_omitted = true where title in ('sh23');
    insert into public.item_tasks (id, item_id, stage_id, status_id, assignee_id, due_date, is_disabled)
      select md5(i.n || '-' || g.n)::uuid, i.id, g.id,
        (array(select u.id from public.task_statuses u where u.studio_id = '${id}' order by u.position))[1 + (i.n * 7 + g.n * 3) % 6],
        case (i.n + g.n) % 3 when 0 then null when 1 then '${member.id}'::uuid else '${lead.id}'::uuid end,
        case when (i.n + g.n) % 4 < 3 then current_date + ((i.n * 5 + g.n * 11) % 41 - 20)::integer end, i.n = 22 and g.n = 1
      from (select id, substr(title, 3)::integer as n from public.items where space_id = '${space}' and title ~ '^sh[0-9]{1,2}$') as i
      cross join (select id, row_number() over (order by order_index) as n from public.stages where studio_id = '${id}') as g
      where g.n <= 4;
    insert into public.task_estimations (task_id, estimated_hours) select t.id, 1 + abs(hashtext(t.id::text)) % 20 from public.item_tasks t where t.space_id = '${space}' and abs(hashtext(t.id::text)) % 2 = 0;
    insert into public.task_versions (id, task_id, version_number, created_by, time_spent, created_at, is_current)
      select md5(t.id::text || v)::uuid, t.id, v, '${member.id}', '6h', now() - (abs(hashtext(t.id::text)) % 30 + 4 - v) * interval '1 day', v = 1 + abs(hashtext(t.id::text)) % 4
      from public.item_tasks t cross join generate_series(1, 4) as v
      where t.space_id = '${space}' and abs(hashtext(t.id::text)) % 3 < 2 and v <= 1 + abs(hashtext(t.id::text)) % 4;
    insert into public.comments (task_id, content, created_by, created_at)
      select v.task_id, 'Eyes lead', (array['${lead.id}', '${member.id}'])[1 + abs(hashtext(v.id::text)) % 2]::uuid, v.created_at + interval '3 hours'
      from public.task_versions v where v.space_id = '${space}' and v.is_current and abs(hashtext(v.id::text)) % 5 < 3;
    insert into public.comments (task_id, metadata, is_automatic, created_by, created_at)
      select t.id, jsonb_build_object('statusInfo', jsonb_build_object('status', u.name, 'statusId', u.id, 'changedStatus', true)), true, '${lead.id}',
        now() - (abs(hashtext(t.id::text || n)) % 70) * interval '1 day' - interval '5 hours'
      from public.item_tasks t join public.task_statuses u on u.id = t.status_id cross join generate_series(1, 2) as n where t.space_id = '${space}' and u.is_done;
    insert into public.task_blocks (task_id, assignee_id, start_date, duration)
      select t.id, case abs(hashtext(t.id::text)) / 10 % 2 when 0 then '${lead.id}'::uuid else '${viewer.id}'::uuid end, current_date + abs(hashtext(t.id::text)) % 25 - 6, 0.5 + abs(hashtext(t.id::text)) % 6
      from public.item_tasks t where t.space_id = '${space}' and abs(hashtext(t.id::text)) % 5 < 2;
    insert into public.member_days_off (studio_id, user_id, day) select '${id}', '${member.id}', current_date + n from generate_series(-1, 3) as n;
    insert into public.member_days_off (studio_id, user_id, day) values ('${id}', '${lead.id}', current_date + 6);`)
}

// The counts computed independently, in another way than the product's.
const today = `(now() at time zone '${zone}')::date`
const counts = (alias = 't'): string =>
  `${alias}.project_id = '${shot.project.id}' and ${alias}.is_disabled = false and exists (select 1 from public.items oi where oi.id = ${alias}.item_id and oi.is_omitted = false)`
const isDone = (alias = 't'): string =>
  `(select st.is_done from public.task_statuses st where st.id = ${alias}.status_id)`
const newest = `(select nv.id from public.task_versions nv where nv.task_id = t.id order by nv.version_number desc limit 1)`
const isAnswered = `exists (select 1 from public.task_versions w, public.comments c where w.id = ${newest} and c.task_id = t.id and c.created_by <> w.created_by and c.created_at > w.created_at)`

test('each stage’s task, done and late counts match an independent count', async () => {
  const { stages } = await overviewOf(studio.viewer)

  expect(stages.length).toBe(4)
  for (const stage of stages) {
    const of = `from public.item_tasks t where ${counts()} and t.stage_id = '${stage.stage_id}'`
    expect([stage.tasks, stage.done, stage.late, stage.dated]).toEqual([
      await number(`select count(*) ${of}`),
      await number(`select count(*) ${of} and ${isDone()}`),
      await number(`select count(*) ${of} and not ${isDone()} and t.due_date < ${today}`),
      await number(`select count(*) ${of} and t.due_date is not null`),
    ])
    expect(Object.values(stage.statuses).reduce((sum, n) => sum + n, 0)).toBe(stage.tasks)
    expect((await listOf('stage', stage.stage_id)).length).toBe(stage.tasks)
  }
  expect((await listOf('tasks')).length).toBe(stages.reduce((sum, { tasks }) => sum + tasks, 0))
  expect((await listOf('done')).length).toBe(stages.reduce((sum, { done }) => sum + done, 0))
})

test('a stage is ahead or behind by the task that comes next by date', async () => {
  const { stages, today: day } = await overviewOf(studio.viewer)

  for (const stage of stages) {
    const rows = await query<{ due: string; is_done: boolean }>(
      `select t.due_date::text as due, ${isDone()} as is_done from public.item_tasks t where ${counts()} and t.stage_id = '${stage.stage_id}' and t.due_date is not null order by t.due_date`,
    )
    const done = rows.filter((row) => row.is_done).length
    const daysTo = (due: string | undefined): number =>
      due === undefined ? 0 : (Date.parse(due) - Date.parse(day)) / 86_400_000
    const next = daysTo(rows[done]?.due)
    expect(stage.days).toBe(next < 0 ? next : Math.max(0, daysTo(rows[done - 1]?.due)))
  }
})

test('approvals of a week are the tasks last set to done in it, in the person’s time zone', async () => {
  const { weeks, today: day } = await overviewOf(studio.viewer)

  expect(weeks.length).toBe(8)
  for (const { week, tasks } of weeks) {
    const last = `(select max(c.created_at) from public.comments c where c.task_id = t.id and (c.metadata -> 'statusInfo' ->> 'statusId') in (select id::text from public.task_statuses where is_done))`
    const at = `(${last} at time zone '${zone}')::date`
    expect(tasks).toBe(
      await number(
        `select count(*) from public.item_tasks t where ${counts()} and ${isDone()} and ${at} >= '${week}' and ${at} < date '${week}' + 7`,
      ),
    )
    expect((await listOf('week', week)).length).toBe(tasks)
  }
  expect(weeks.some(({ tasks }) => tasks > 0)).toBe(true)
  expect(Date.parse(weeks.at(-1)?.week ?? '')).toBeGreaterThan(Date.parse(day) - 7 * 86_400_000)
  expect(new Set(weeks.map(({ week }) => new Date(week).getUTCDay()))).toEqual(new Set([1]))
})

test('waiting tasks are counted by whom they wait for, with the days of the longest', async () => {
  const { waiting } = await overviewOf(studio.viewer)
  const open = `from public.item_tasks t where ${counts()} and not ${isDone()}`
  const posted = `(select (w.created_at at time zone '${zone}')::date from public.task_versions w where w.id = ${newest})`

  const review = waiting.find(({ kind }) => kind === 'review')
  expect(review).toEqual({
    kind: 'review',
    user_id: null,
    tasks: await number(`select count(*) ${open} and ${newest} is not null and not ${isAnswered}`),
    days: await number(`select max(${today} - ${posted}) ${open} and ${newest} is not null and not ${isAnswered}`),
  })
  const nobody = `${open} and t.due_date < ${today} + 14 and t.assignee_id is null and (select count(b.assignee_id) from public.task_blocks b where b.task_id = t.id) = 0`
  expect(waiting.find(({ kind }) => kind === 'nobody')?.tasks).toBe(await number(`select count(*) ${nobody}`))
  const notes = waiting.filter(({ kind }) => kind === 'notes')
  expect(notes.length).toBeGreaterThan(1)
  for (const { user_id: user, tasks } of notes) {
    const has = `case when (select count(b.assignee_id) from public.task_blocks b where b.task_id = t.id) > 0
      then '${user}' in (select b.assignee_id from public.task_blocks b where b.task_id = t.id)
      else coalesce(t.assignee_id, (select w.created_by from public.task_versions w where w.id = ${newest})) = '${user}' end`
    expect(tasks).toBe(await number(`select count(*) ${open} and ${newest} is not null and ${isAnswered} and ${has}`))
  }
  for (const { kind, user_id: user, tasks } of waiting) expect((await listOf(kind, user)).length).toBe(tasks)
})

test('late tasks are listed once each, with the reason', async () => {
  const { late } = await overviewOf(studio.viewer)
  const of = `from public.item_tasks t where ${counts()} and not ${isDone()} and t.due_date < ${today}`

  expect(late.tasks).toBe(await number(`select count(*) ${of}`))
  expect(late.days).toBe(await number(`select sum(${today} - t.due_date) ${of}`))
  expect(late.reasons.reduce((sum, { tasks }) => sum + tasks, 0)).toBe(late.tasks)
  for (const { reason, tasks } of late.reasons) expect((await listOf('late', reason)).length).toBe(tasks)
  expect((await listOf('late')).length).toBe(late.tasks)
  expect(late.first.length).toBe(Math.min(8, late.tasks))

  const holders = `(select count(*) from (select b.assignee_id from public.task_blocks b where b.task_id = t.id and b.assignee_id is not null union select t.assignee_id where t.assignee_id is not null) as h)`
  const isWaitingForStage = `exists (select 1 from public.item_tasks e, public.space_stages a, public.space_stages z where e.item_id = t.item_id and ${counts('e')} and not ${isDone('e')}
    and a.space_id = e.space_id and a.stage_id = e.stage_id and z.space_id = t.space_id and z.stage_id = t.stage_id and a.order_index < z.order_index)`
  const reasonOf = (reason: string): number => late.reasons.find((candidate) => candidate.reason === reason)?.tasks ?? 0
  expect(reasonOf('nobody')).toBe(await number(`select count(*) ${of} and ${holders} = 0`))
  expect(reasonOf('review')).toBe(
    await number(`select count(*) ${of} and ${holders} > 0 and ${newest} is not null and not ${isAnswered}`),
  )
  expect(reasonOf('stage')).toBe(
    await number(
      `select count(*) ${of} and ${holders} > 0 and (${newest} is null or ${isAnswered}) and ${isWaitingForStage}`,
    ),
  )
  expect(late.reasons.length).toBeGreaterThan(3)
})

test('the load of the next two weeks matches the timeline’s', async () => {
  const { load, today: day } = await overviewOf(studio.viewer)
  type Block = { id: string; task_id: string; assignee_id: string; start: CalendarDate; duration: number }
  const blocks = await query<Block>(
    `select b.id, b.task_id, b.assignee_id, b.start_date::text as start, b.duration::float8 as duration from public.task_blocks b join public.item_tasks t on t.id = b.task_id where ${counts()} and b.assignee_id is not null`,
  )
  const estimates = await query<{ task_id: string; hours: number }>(
    'select task_id, estimated_hours::float8 as hours from public.task_estimations',
  )
  const off = await query<{ user_id: string; day: CalendarDate }>(
    'select user_id, day::text from public.member_days_off',
  )
  const daysOff = new Map<UserId, Set<CalendarDate>>()
  for (const { user_id: user, day: free } of off) {
    const id = toId<UserId>(user)
    daysOff.set(id, (daysOff.get(id) ?? new Set()).add(free))
  }
  const planned = sumLoad(
    blocks.map(({ id, task_id: task, assignee_id: user, start, duration }) => ({ id: toId<BlockId>(id), taskId: toId<TaskId>(task), assigneeId: toId<UserId>(user), startDate: start, durationDays: duration }) as Parameters<typeof sumLoad>[0][number]), // prettier-ignore
    (task) => estimates.find(({ task_id: id }) => id === task)?.hours,
    daysOff,
  )
  const first = Date.parse(day) / 86_400_000

  const expected = [...planned].flatMap(([user, days]) => {
    const hours = [...days].reduce((sum, [at, n]) => (at >= first && at < first + 14 ? sum + n : sum), 0)
    return hours > 0 ? [{ user, hours: Math.round(hours * 100) / 100 }] : []
  })
  expect(expected.length).toBe(2)
  expect(new Map(load.map(({ user_id: user, hours }) => [user, hours]))).toEqual(
    new Map(expected.map(({ user, hours }) => [user, hours])),
  )
  for (const { user_id: user, capacity } of load) {
    const days = `select count(*) * 8 from generate_series(${today}, ${today} + 13, interval '1 day') as d where extract(isodow from d) not in (6, 7) and d::date not in (select o.day from public.member_days_off o where o.user_id = '${user}')`
    expect(capacity).toBe(await number(days))
    const ids = await listOf('load', user)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.length).toBeGreaterThan(0)
  }
})

test('an empty project and a studio without projects have an overview too', async () => {
  const empty = await insert(studio.owner.client, 'projects', { studio_id: studio.id, name: 'Nothing yet' })
  const other = await call<{ id: string }>(studio.outsider.client, 'create_studio', { p_name: 'New Studio' })

  const overview = await overviewOf(studio.member, { p_project_id: empty.id })
  const wide = await overviewOf(studio.outsider, { p_studio_id: other.id, p_project_id: null })

  for (const { stages, late, waiting, load, weeks } of [overview, wide]) {
    expect({ stages, late, waiting, load }).toEqual({
      stages: [],
      late: { tasks: 0, days: 0, reasons: [], first: [] },
      waiting: [],
      load: [],
    })
    expect(weeks.map(({ tasks }) => tasks)).toEqual([0, 0, 0, 0, 0, 0, 0, 0])
  }
})

test('the studio’s overview counts only active projects and spaces that the person may open', async () => {
  const closed = await aTask(studio, 'Secret')
  const idle = await aTask(studio, 'Put aside')
  const sumOf = ({ stages }: Overview): number => stages.reduce((sum, { tasks }) => sum + tasks, 0)
  const wide = { p_project_id: null }
  const before = sumOf(await overviewOf(studio.viewer, wide))

  await studio.owner.client.from('projects').update({ is_active: false }).eq('id', idle.project.id)
  await insertAccess(closed.project.id)

  expect(sumOf(await overviewOf(studio.viewer, wide))).toBe(before - 2)
  expect(sumOf(await overviewOf(studio.owner, wide))).toBe(before - 1)
  expect(sumOf(await overviewOf(studio.owner, { p_project_id: idle.project.id }))).toBe(1)
  await studio.owner.client.from('spaces').update({ is_active: false }).eq('id', idle.space.id)
  expect(sumOf(await overviewOf(studio.owner, { p_project_id: idle.project.id }))).toBe(0)
  const place = { p_studio_id: studio.id, p_time_zone: zone }
  expect((await refusal(studio.viewer.client, 'get_overview', { ...place, p_project_id: closed.project.id })).code).toBe('P0002') // prettier-ignore
  expect((await refusal(studio.outsider.client, 'get_overview', place)).code).toBe('P0002')
  expect((await refusal(studio.viewer.client, 'get_overview', { ...place, p_time_zone: 'Mars/Base' })).code).toBe(
    '22023',
  )
  expect((await refusal(studio.viewer.client, 'list_overview_tasks', { ...place, p_list: 'secrets' })).code).toBe(
    '22023',
  )
})

async function insertAccess(projectId: string): Promise<void> {
  const row = { project_id: projectId, role_id: roleId('viewer'), is_allowed: false }
  const { error } = await studio.owner.client.from('project_role_access').insert(row)
  if (error) throw new Error(error.message)
}
