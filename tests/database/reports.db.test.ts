import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
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
  last: { due: string; state: string; attempts: number; problem: string } | null
}

let host: TestHost
let studio: TestStudio
let smtp: FakeSmtp
let receiver: Server
let url: string
let status = 204
let got: Got[] = []

beforeAll(async () => {
  host = await startTestHost()
  // The host's own worker has nothing to do: here each turn is asked for.
  await host.database.execute(
    `create or replace function public.has_reports() returns boolean language sql stable as 'select false'`,
  )
  studio = await aStudio(host)
  const { task } = await aTask(studio)
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
      response.writeHead(status).end()
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hours` // it listens on a port
})
beforeEach(() => {
  status = 204
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
    ...given,
  })
}

type Done = { sent: number; later: number; problems: string[] }

/** What a host's worker does, with mail and the network of this machine open to it unless told. */
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
  return await response.json()
}

const listOf = (who: TestUser) => call<Row[]>(who.client, 'list_reports', { p_studio_id: studio.id })
/** Today's time at which reports are due is over. */
const comeDue = () =>
  host.database.query(
    `update public.report_schedules set due = (now() at time zone 'UTC')::date + time '08:00', next_at = now() - interval '1 minute'`,
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

test('a report is mailed to its owner with what they may see, and formulas stay words', async () => {
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

test('a report goes to an address as CSV, to a chat as a line, and the audit log says so', async () => {
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

test('two workers at once send each report once, also where the clock is set back', async () => {
  for (let n = 0; n < 5; n += 1) await aReport(studio.owner, { p_url: url, p_name: `Hours ${n}` })
  await comeDue()

  const both = await Promise.all([send(), send(), send()])
  // A clock that was set back by a day has the same times come again.
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

test('a weekly report waits for its day, and an unknown zone is UTC', async () => {
  expect(await nextDue({ days: [1], time: '08:00', zone: 'America/New_York', after: '2026-11-23T13:00Z' })).toEqual([
    '2026-11-30 08:00:00',
    '2026-11-30T13:00Z',
  ])
  expect(await nextDue({ days: [1, 4], time: '08:00', zone: 'Nowhere/None', after: '2026-11-23T09:00Z' })).toEqual([
    '2026-11-26 08:00:00',
    '2026-11-26T08:00Z',
  ])
})

test('who goes to another zone gets reports by its clocks', async () => {
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

test('an owner who left or may no longer send it stops a report, which says so', async () => {
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

test('what does not arrive is tried again under the same id, five times, and its owner is told', async () => {
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

test('a report goes nowhere inside the network, and says where an installation sends no mail', async () => {
  await aReport(studio.owner, { p_url: url })
  await aReport(studio.member)
  await comeDue()

  const { problems } = await send({})

  expect(got).toEqual([])
  expect(problems.toSorted()).toEqual([
    'No answer: Refused: only https addresses are told',
    'This installation sends no mail',
  ])
})

test('a report is its owner’s alone, is sent when they ask, and is refused in a sentence', async () => {
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
