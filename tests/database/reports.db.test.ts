import { createHmac, randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { toSavedGridFilter } from '#core/items/saved-filter.ts'
import { assert } from '#core/lib/assert.ts'
import { withExpressions } from '#core/timeline/filter-kinds.ts'
import { handler } from '#supabase/functions/send-reports/handler.ts'
import { type FakeSmtp, startFakeSmtp } from '#tests/fakes/fake-smtp.ts'
import { startTestHost, type TestHost, type TestUser } from '#tests/host/start-test-host.ts'
import { aStudio, aTask, call, insert, refusal, type TestStudio } from './a-studio.ts'

type Got = { body: string; headers: Record<string, unknown> }
type Row = {
  id: string
  due: string
  is_active: boolean
  stopped: string
  problem: string
  name: string
  view_id: string | null
  last: { due: string; state: string; attempts: number; problem: string } | null
}

let host: TestHost
let studio: TestStudio
let made: Awaited<ReturnType<typeof aTask>>
let smtp: FakeSmtp
let receiver: Server
let url: string
let status = 204
let got: Got[] = []
/** Paths of receivers that accept a request and never answer. */
let isMute = (_path: string): boolean => false

beforeAll(async () => {
  process.env['WEBHOOKS_REACH_INSIDE'] = '1'
  host = await startTestHost()
  // Disable the host's own worker: the tests trigger each run.
  await host.database.execute(
    `create or replace function public.has_reports() returns boolean language sql stable as 'select false'`,
  )
  studio = await aStudio(host)
  made = await aTask(studio)
  const { task } = made
  const log = {
    task_id: task.id,
    minutes: 90,
    note: '=1+1',
    started_at: new Date(Date.now() - 86_400_000).toISOString(),
  }
  await insert(studio.member.client, 'time_entries', log)
  await insert(studio.owner.client, 'time_entries', { ...log, minutes: 30, note: 'the owner’s' })
  smtp = await startFakeSmtp()
  receiver = createServer((request, response) => {
    let body = ''
    request.on('data', (piece: Buffer) => (body += piece.toString()))
    request.on('end', () => {
      got.push({ body, headers: request.headers })
      if (!isMute(request.url ?? '')) response.writeHead(status).end()
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hours` // it listens on a port
})
beforeEach(() => {
  status = 204
  isMute = () => false
  got = []
  smtp.mails.length = 0
})
afterEach(async () => {
  await host.database.execute(`do $$ begin delete from public.report_schedules; end $$`)
})
afterAll(async () => {
  await new Promise((resolve) => receiver.close(resolve))
  await smtp.close()
  await host.close()
})

const daily = { p_period: 'day', p_days: [1, 2, 3, 4, 5, 6, 7], p_at_time: '08:00' }

async function aReport(who: TestUser, given: object = {}): Promise<Row> {
  return await call<Row>(who.client, 'save_report', {
    p_studio_id: studio.id,
    p_id: randomUUID(),
    p_name: 'Hours',
    ...daily,
    ...('p_view_id' in given && { p_period: null }),
    ...given,
  })
}

type Done = { sent: number; later: number; problems: string[] }

/** Runs the host's worker, with mail and access to this machine's network by default. */
async function send(env?: Record<string, string>): Promise<Done> {
  const { publishableKey, serviceKey } = host.keys
  const request = new Request(host.url, {
    method: 'POST',
    headers: { authorization: `Bearer ${serviceKey}` },
    body: '{}',
  })
  const response = await handler(request, {
    supabaseUrl: host.url,
    publishableKey,
    serviceKey,
    env: env ?? { SMTP_URL: smtp.url, MAIL_FROM: 'xsheet@northlight.example', WEBHOOKS_REACH_INSIDE: '1' },
    now: () => new Date(),
  })
  const answer = await response.json()
  assert(response.ok, JSON.stringify(answer))
  return answer
}

const listOf = (who: TestUser) => call<Row[]>(who.client, 'list_reports', { p_studio_id: studio.id })
/** Moves reports past their due time: today's, or that of another moment. */
const comeDue = (moment = new Date()) =>
  host.database.query(
    `update public.report_schedules set due = $1::date + at_time::time, next_at = now() - interval '1 minute'`,
    [moment.toISOString()],
  )
type Clock = { days?: number[]; time: string; zone: string; after: string }
const nextDue = async ({ days = [1, 2, 3, 4, 5, 6, 7], time, zone, after }: Clock): Promise<[string, string]> => {
  const [row] = await host.database.query<{ due: string; at: string }>(
    `select d::text as due, to_char(private.moment_of(d, $3) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI"Z"') as at
     from private.next_due($1::integer[], $2, $3, $4::timestamptz) as d`,
    [`{${days.join(',')}}`, time, zone, after],
  )
  return [row?.due ?? '', row?.at ?? '']
}

test('a report is mailed to its owner with what they may see, and formulas in names stay text', async () => {
  await aReport(studio.member)
  await comeDue()

  const done = await send()

  const [mail] = smtp.mails
  const sheet = Buffer.from(
    /filename=.+\r\n(?:.+\r\n)*\r\n([\s\S]*?)\r\n--/.exec(mail?.content ?? '')?.[1] ?? '',
    'base64',
  ).toString()
  expect(done).toEqual({ sent: 1, later: 0, problems: [] })
  expect(mail).toMatchObject({ to: studio.member.email })
  expect(sheet).toContain("'=1+1")
  expect(sheet).toContain('Max Member')
  expect(sheet).not.toContain('the owner’s')
  expect(await listOf(studio.member)).toMatchObject([{ last: { state: 'sent', attempts: 1 } }])
})

test('a report goes to an address as CSV and to a chat as a line, and is in the audit log', async () => {
  await aReport(studio.owner, { p_url: url })
  await aReport(studio.owner, { p_url: url, p_form: 'slack', p_name: 'Chat' })
  await comeDue()

  expect(await send()).toEqual({ sent: 2, later: 0, problems: [] })

  const sheet = got.find(({ headers }) => String(headers['content-type']).startsWith('text/csv'))
  const line = got.find(({ headers }) => headers['content-type'] === 'application/json')
  const log = await call<{ events: { names: { name: string } }[] }>(studio.owner.client, 'list_events', {
    p_studio_id: studio.id,
    p_kinds: ['export'],
  })
  expect(sheet?.body).toContain('Max Member')
  expect(sheet?.headers['webhook-id']).toMatch(/^rep_[0-9a-f]{32}_\d+$/)
  expect(JSON.parse(line?.body ?? '{}').text).toMatch(/^Chat: 2h in 2 entries, \d{4}-\d\d-\d\d$/)
  expect(log.events.map(({ names }) => names.name)).toEqual(expect.arrayContaining(['Report Hours', 'Report Chat']))
})

test.each([
  ['passed an hour ago', -60],
  // The same time comes again while it is being sent.
  ['is an hour ahead, as the clock was set back', 60],
])('two workers at once send each report once if its time %s', async (_when, minutes) => {
  const moment = new Date(Date.now() + minutes * 60_000)
  const p_at_time = moment.toISOString().slice(11, 16)
  for (let n = 0; n < 5; n += 1) await aReport(studio.owner, { p_url: url, p_name: `Hours ${n}`, p_at_time })
  await comeDue(moment)

  const both = await Promise.all([send(), send(), send()])
  // After a clock is set back by a day, the same times come again.
  await host.database.query(
    `update public.report_schedules s set due = r.due, next_at = now() - interval '1 minute'
     from private.report_runs r where r.schedule_id = s.id`,
  )
  const again = await Promise.all([send(), send()])

  expect(both.reduce((sum, { sent }) => sum + sent, 0)).toBe(5)
  expect(again).toEqual([
    { sent: 0, later: 0, problems: [] },
    { sent: 0, later: 0, problems: [] },
  ])
  expect(new Set(got.map(({ headers }) => headers['webhook-id'])).size).toBe(5)
  expect(got).toHaveLength(5)
})

test.each([
  // Clocks go forward on 29 March 2026 at 2:00 and back on 25 October at 3:00.
  ['02:30', '2026-03-28T12:00Z', '2026-03-29 02:30:00', '2026-03-29T01:30Z'],
  ['02:30', '2026-03-29T01:30Z', '2026-03-30 02:30:00', '2026-03-30T00:30Z'],
  ['02:30', '2026-10-24T12:00Z', '2026-10-25 02:30:00', '2026-10-25T01:30Z'],
  ['02:30', '2026-10-25T01:30Z', '2026-10-26 02:30:00', '2026-10-26T01:30Z'],
  ['08:00', '2026-03-28T12:00Z', '2026-03-29 08:00:00', '2026-03-29T06:00Z'],
])('at %s in Oslo, after %s: once a day when clocks change', async (...[time, after, due, at]) => {
  expect(await nextDue({ time, zone: 'Europe/Oslo', after })).toEqual([due, at])
})

test('a weekly report waits for its day, and an unknown time zone means UTC', async () => {
  expect(await nextDue({ days: [1], time: '08:00', zone: 'America/New_York', after: '2026-11-23T13:00Z' })).toEqual([
    '2026-11-30 08:00:00',
    '2026-11-30T13:00Z',
  ])
  expect(await nextDue({ days: [1, 4], time: '08:00', zone: 'Nowhere/None', after: '2026-11-23T09:00Z' })).toEqual([
    '2026-11-26 08:00:00',
    '2026-11-26T08:00Z',
  ])
})

test('reports follow their owner to another time zone', async () => {
  await aReport(studio.member)

  await host.database.query(`update public.user_profiles set time_zone = 'Pacific/Auckland' where id = $1`, [
    studio.member.id,
  ])

  const [row] = await host.database.query<{ shown: string }>(
    `select (next_at at time zone 'Pacific/Auckland')::text as shown from public.report_schedules`,
  )
  await host.database.query(`update public.user_profiles set time_zone = 'UTC' where id = $1`, [studio.member.id])
  expect(row?.shown).toMatch(/ 08:00:00$/)
})

test('a report stops with a reason when its owner leaves or loses the right to send it', async () => {
  await aReport(studio.lead)
  await aReport(studio.admin, { p_url: url })
  await comeDue()
  await host.database.execute(`
    update public.studio_members set archived_at = now() where user_id = '${studio.lead.id}';
    update public.studio_members set role_id = (select id from public.user_roles where name = 'member')
      where user_id = '${studio.admin.id}';`)

  const done = await send()

  const rows = await host.database.query<{ stopped: string; is_active: boolean }>(
    `select stopped, is_active from public.report_schedules order by stopped`,
  )
  const told = await host.database.query<{ text: string }>(
    `select n.data ->> 'excerpt' as text from public.notifications n
     join public.notification_recipients r on r.notification_id = n.id where r.user_id = $1`,
    [studio.admin.id],
  )
  await host.database.execute(`
    update public.studio_members set archived_at = null where user_id = '${studio.lead.id}';
    update public.studio_members set role_id = (select id from public.user_roles where name = 'admin')
      where user_id = '${studio.admin.id}';`)
  expect([done, got, smtp.mails]).toEqual([{ sent: 0, later: 0, problems: [] }, [], []])
  expect(rows).toEqual([
    { stopped: 'its owner left the studio', is_active: false },
    { stopped: 'its owner may no longer send reports to an address', is_active: false },
  ])
  expect(told).toEqual([{ text: 'The report “Hours” stopped: its owner may no longer send reports to an address' }])
})

test('a failed report is retried under the same id, five times, and its owner is told', async () => {
  await aReport(studio.owner, { p_url: url })
  await comeDue()
  status = 503

  const first = await send()
  const atOnce = await send()
  for (let turn = 0; turn < 5; turn += 1) {
    await host.database.query(`update private.report_runs set next_at = now() where state = 'waiting'`)
    await send()
  }

  const told = await host.database.query<{ text: string }>(
    `select data ->> 'excerpt' as text from public.notifications where data ->> 'excerpt' like '%could not be sent%'`,
  )
  expect([first.later, atOnce.later, got.length]).toEqual([1, 0, 5])
  expect(new Set(got.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect(await listOf(studio.owner)).toMatchObject([{ last: { state: 'failed', problem: '503: ' } }])
  expect(told).toEqual([{ text: 'The report “Hours” could not be sent: 503: ' }])
})

test('a report is not sent inside the network, and says so if the installation sends no mail', async () => {
  await aReport(studio.owner, { p_url: url })
  await aReport(studio.member)
  await comeDue()

  const { problems } = await send({})

  expect(got).toEqual([])
  expect(problems.toSorted()).toEqual([
    'No answer: Refused: only https addresses are allowed',
    'This installation sends no mail',
  ])
})

test('a report belongs to its owner, can be sent at once, and invalid ones are refused in a sentence', async () => {
  const { id } = await aReport(studio.member)

  await call(studio.member.client, 'send_report', { p_id: id })
  const done = await send()

  expect(done.sent).toBe(1)
  expect(await listOf(studio.owner)).toEqual([])
  for (const name of ['send_report', 'delete_report'])
    expect(await refusal(studio.owner.client, name, { p_id: id })).toMatchObject({ code: 'P0002' })
  const save = { p_studio_id: studio.id, p_id: randomUUID(), p_name: 'x', ...daily }
  expect(await refusal(studio.owner.client, 'save_report', { ...save, p_id: id })).toMatchObject({ code: 'P0002' })
  expect(await refusal(studio.member.client, 'save_report', { ...save, p_url: url })).toMatchObject({
    code: '42501',
    message: 'Your role may have reports mailed to you, but not sent to an address',
  })
  for (const wrong of [{ p_days: [] }, { p_days: [8] }, { p_at_time: '25:00' }, { p_period: 'year' }, { p_name: ' ' }])
    expect(await refusal(studio.member.client, 'save_report', { ...save, ...wrong })).toMatchObject({ code: '22023' })
  expect(await call(studio.member.client, 'delete_report', { p_id: id })).toBe(true)
})

const signed = (secret: string, { body, headers }: Got): string =>
  `v1,${createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
    .update(`${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`)
    .digest('base64')}`

async function aView(who: TestUser, form: object, ownerId: string | null = who.id): Promise<string> {
  const row = { space_id: made.space.id, owner_id: ownerId, name: `View ${randomUUID().slice(0, 8)}`, form }
  return (await insert(who.client, 'space_views', row)).id
}

test('a saved view is sent as the grid shows it: rows, columns, order and groups, names for ids, formulas as text', async () => {
  const { owner } = studio
  const options = ['Sea', 'Land'].map((name, at) => ({ id: `o${at}`, name, color: '#448844' }))
  const field = await insert(owner.client, 'field_definitions', {
    studio_id: studio.id,
    key: 'unit',
    name: 'Unit',
    kind: 'choice',
    options,
  })
  for (const [at, { id }] of [made.stage, made.spareStage].entries())
    await host.database.query(`insert into public.space_stages (space_id, stage_id, order_index) values ($1, $2, $3)`, [
      made.space.id,
      id,
      at,
    ])
  const titles = ['=sh030', 'sh020', 'sh040']
  const ids: unknown[] = []
  for (const [at, title] of titles.entries()) {
    const item = await insert(owner.client, 'items', {
      collection_id: made.collection.id,
      title,
      order_rank: at + 2,
    })
    ids.push(item.id)
    await call(owner.client, 'set_fields', {
      p_of: 'item',
      p_changes: [{ id: item.id, values: { unit: at === 0 ? 'o1' : 'o0' } }],
    })
    await insert(owner.client, 'item_tasks', {
      item_id: item.id,
      stage_id: made.stage.id,
      status_id: made.status.id,
      assignee_id: at === 1 ? studio.member.id : null,
    })
  }
  const [used, from] = ids
  await call(owner.client, 'set_item_links', {
    p_changes: [{ from_item_id: from, to_item_id: used, kind: 'cast', count: 2, label: '' }],
  })
  const view = await aView(owner, {
    layout: 'grid',
    hidden: [made.spareStage.id],
    group: field.id,
    filter: toSavedGridFilter(
      withExpressions([], ['unit != null && (name != "=sh030" || sum(used_in, x, x.count) == 2)']),
    ),
  })
  await aReport(owner, { p_url: url, p_view_id: view, p_name: 'Morning' })
  await comeDue()

  expect(await send()).toEqual({ sent: 1, later: 0, problems: [] })

  const [sheet] = got
  const rows = (sheet?.body ?? '')
    .trim()
    .split('\n')
    .map((line) => line.split(','))
  const [header = []] = rows
  expect(header.slice(0, 4)).toEqual(['Unit', 'Name', made.stage.name, `${String(made.stage.name)} assignee`])
  expect(header).toContain('Unit')
  expect(header).not.toContain(made.spareStage.name)
  expect(rows.slice(1).map((row) => row.slice(0, 4))).toEqual([
    ['Sea', 'sh020', made.status.name, 'Max Member'],
    ['Sea', 'sh040', made.status.name, ''],
    ['Land', "'=sh030", made.status.name, ''],
  ])
  expect(String(sheet?.headers['content-disposition'])).toMatch(/filename="episode-one-view-[0-9a-f]+-\d{4}-/)
})

test('a report stops with one message when its view is deleted, its space is gone or its project is closed', async () => {
  const { owner, member } = studio
  const other = await aTask(studio, 'Elsewhere')
  const inOther = await insert(owner.client, 'space_views', {
    space_id: other.space.id,
    owner_id: null,
    name: 'All',
    form: {},
  })
  const own = await aView(owner, {})
  const shared = await aView(owner, {}, null)
  const mailed = await aReport(member, { p_view_id: shared, p_name: 'Closed' })
  const deleted = await aReport(owner, { p_url: url, p_view_id: own, p_name: 'Deleted' })
  const gone = await aReport(owner, { p_url: url, p_view_id: inOther.id, p_name: 'Gone' })
  await comeDue()
  await call(owner.client, 'delete_rows', { p_table: 'space_views', p_keys: [own] })
  await call(owner.client, 'delete_rows', { p_table: 'spaces', p_keys: [other.space.id] })
  await insertAccess(false)

  const broken = [...(await listOf(owner)), ...(await listOf(member))].filter(({ problem }) => problem !== '')
  const refused = await Promise.all([
    refusal(owner.client, 'send_report', { p_id: deleted.id }),
    refusal(owner.client, 'send_report', { p_id: gone.id }),
    refusal(member.client, 'send_report', { p_id: mailed.id }),
  ])
  const done = await send()
  await comeDue()
  const again = await send()
  await insertAccess(true)

  const rows = [...(await listOf(owner)), ...(await listOf(member))]
  const stopped = new Map(rows.map(({ id, stopped: why }) => [id, why]))
  const { data: told } = await host.admin.client
    .from('notifications')
    .select('data')
    .like('data->>excerpt', 'The report %')
  const words = (told ?? []).map(({ data }) => String(data.excerpt))
  const problems = ['its saved view was deleted', 'its space is gone', 'you may no longer see its saved view']
  expect(broken.map(({ name, problem, is_active: isOn }) => [name, problem, isOn])).toEqual(
    expect.arrayContaining(['Deleted', 'Gone', 'Closed'].map((name, at) => [name, problems[at], true])),
  )
  expect(refused).toMatchObject(
    problems.map((problem) => ({
      code: '22023',
      message: `The report was not sent: ${problem}. Choose another view for it, or delete it`,
    })),
  )
  expect([done, again, got, smtp.mails]).toEqual([nothing, nothing, [], []])
  expect(stopped.get(deleted.id)).toBe('its saved view was deleted')
  expect(stopped.get(gone.id)).toBe('its space is gone')
  expect(stopped.get(mailed.id)).toBe('its owner may not read this any more')
  for (const name of ['Deleted', 'Gone', 'Closed'])
    expect(words.filter((text) => text.includes(`“${name}”`))).toHaveLength(1)
})

/** Opens or closes the views' project to members. */
async function insertAccess(isOpen: boolean): Promise<void> {
  await host.database.execute(
    isOpen
      ? `delete from public.project_role_access where project_id = '${made.project.id}'`
      : `insert into public.project_role_access (project_id, studio_id, role_id, is_allowed)
         select '${made.project.id}', '${studio.id}', id, false from public.user_roles where name = 'member'`,
  )
}

const nothing: Done = { sent: 0, later: 0, problems: [] }

test('nobody can send another person’s view, and a report is of one thing', async () => {
  const own = await aView(studio.owner, {})
  const save = { p_studio_id: studio.id, p_id: randomUUID(), p_name: 'x', p_days: [1], p_at_time: '08:00' }

  expect(await refusal(studio.member.client, 'save_report', { ...save, p_view_id: own })).toMatchObject({
    code: 'P0002',
    message: 'View not found',
  })
  for (const wrong of [{}, { p_view_id: own, p_period: 'day' }])
    expect(await refusal(studio.owner.client, 'save_report', { ...save, ...wrong })).toMatchObject({
      code: '22023',
      message: 'A report shows a timesheet or a saved view',
    })
})

test('a filter that cannot be read sends nothing instead of everything, with the reason', async () => {
  const view = await aView(studio.owner, { filter: toSavedGridFilter(withExpressions([], ['gone_field > 3'])) })
  await aReport(studio.owner, { p_url: url, p_view_id: view })
  await comeDue()

  const { problems } = await send()

  expect(got).toEqual([])
  expect(problems).toEqual([expect.stringContaining('filter “gone_field > 3” cannot be read')])
})

test('a worker that started before another claimed a report finds the remaining one', async () => {
  for (const name of ['One', 'Other']) await aReport(studio.owner, { p_url: url, p_name: name })
  await comeDue()
  const claim = 'select public.claim_report() as claimed'

  const found = await host.database.asUser({ role: 'service_role' }, async (early) => {
    await early.query('select now()')
    await host.database.asUser({ role: 'service_role' }, async (later) => void (await later.query(claim)))
    const [row] = await early.query<{ claimed: { name: string } | null }>(claim)
    return row?.claimed?.name
  })

  expect(found).toBeTypeOf('string')
})

test('unresponsive receivers do not hold up other reports of the run', async () => {
  isMute = (path) => path.startsWith('/mute')
  for (let n = 0; n < 3; n += 1)
    await aReport(studio.owner, { p_url: url.replace('/hours', `/mute${n}`), p_name: `Mute ${n}` })
  for (let n = 0; n < 5; n += 1) await aReport(studio.owner, { p_url: url, p_name: `Prompt ${n}` })
  await comeDue()

  const sending = send()
  const isSent = ({ last }: Row): boolean => last?.state === 'sent'
  await expect.poll(async () => (await listOf(studio.owner)).filter(isSent).length, { timeout: 30_000 }).toBe(5)
  // The silent ones are still pending.
  const waiting = (await listOf(studio.owner)).filter(({ last }) => last?.state === 'waiting' && last.problem === '')
  receiver.closeAllConnections()

  expect(waiting).toHaveLength(3)
  expect(await sending).toMatchObject({ sent: 5, later: 3 })
})

test('a posted report is signed with a secret shown once, and for a day with the old one too', async () => {
  const { id } = await aReport(studio.owner, { p_url: url })
  const once = { p_procedure: 'renew_report_secret', p_operation_id: randomUUID(), p_args: { p_id: id } }
  const { answer: first } = await call<{ answer: { secret: string } }>(studio.owner.client, 'run_once', once)
  const repeated = await refusal(studio.owner.client, 'run_once', once)
  await call(studio.owner.client, 'send_report', { p_id: id })
  await send()
  const second = await call<{ secret: string }>(studio.owner.client, 'renew_report_secret', { p_id: id })
  await comeDue()
  await send()
  await host.database.query(`update private.report_secrets set old_until = now() - interval '1 second'`)
  await host.database.query(`delete from private.report_runs`)
  await comeDue()
  await send()

  const [one, both, late] = got
  if (one === undefined || both === undefined || late === undefined) throw new Error(`${got.length} of 3 came`)
  expect(repeated.code).toBe('P0409')
  expect(one.headers['webhook-signature']).toBe(signed(first.secret, one))
  expect(both.headers['webhook-signature']).toBe(`${signed(second.secret, both)} ${signed(first.secret, both)}`)
  expect(late.headers['webhook-signature']).toBe(signed(second.secret, late))
  expect(await refusal(studio.member.client, 'renew_report_secret', { p_id: id })).toMatchObject({ code: 'P0002' })
})

test('a changed report keeps its log and resumes if it had stopped', async () => {
  const view = await aView(studio.owner, {})
  const { id } = await aReport(studio.owner, { p_url: url, p_view_id: view })
  await call(studio.owner.client, 'delete_rows', { p_table: 'space_views', p_keys: [view] })
  await comeDue()
  await send()
  const changed = { p_studio_id: studio.id, p_id: id, p_name: 'Hours now', p_days: [5, 1], p_at_time: '17:00' }

  const refused = await refusal(studio.owner.client, 'save_report', { ...changed, p_view_id: view })
  const off = await call<Row>(studio.owner.client, 'save_report', { ...changed, p_view_id: view, p_is_active: false })
  const on = await call<Row>(studio.owner.client, 'save_report', { ...changed, p_period: 'month', p_url: url })

  expect(refused).toMatchObject({ code: 'P0002', message: 'View not found' })
  expect(off).toMatchObject({ name: 'Hours now', is_active: false, view_id: view })
  expect(on).toMatchObject({ id, stopped: '', is_active: true, view_id: null, days: [1, 5], last: { state: 'failed' } })
})
