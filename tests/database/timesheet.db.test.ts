import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadTimeEntries } from '#core/timesheet/load-time-entries.ts'
import { loadTimeEntries as loadForReport } from '#cli/timesheet/load-time-entries.ts'
import { makeReport } from '#cli/timesheet/report.ts'
import { momentsOf } from '#core/timesheet/period.ts'
import { sumBy } from '#core/lib/collections.ts'
import { toId } from '#core/lib/ids.ts'
import type { Gateway } from '#core/gateway/ports.ts'
import type { TestHost, TestUser } from '#tests/host/start-test-host.ts'
import { startTestHost } from '#tests/host/start-test-host.ts'
import type { TestStudio } from './a-studio.ts'
import { aStudio, aTask, call, refusal } from './a-studio.ts'

let host: TestHost
let studio: TestStudio
let shot: Awaited<ReturnType<typeof aTask>>

beforeAll(async () => {
  host = await startTestHost()
  studio = await aStudio(host)
  shot = await aTask(studio)
})
afterAll(() => host.close())

type Entry = { id: string; minutes: number; version_number: number | null; user_id: string }
type Sum = { key: string; name: string; minutes: number; entries: number }
type Sums = { days: Sum[]; projects: Sum[]; stages: Sum[]; artists: Sum[] }
type State = { timer: { id: string; task_id: string } | null; locks: { week: string; locked_by_name: string }[] }
type Answer = { rev: number; skipped: { id: string; reason: string }[] }

const range = { p_from: '2026-03-01T00:00:00Z', p_to: '2026-03-31T00:00:00Z' }
const list = (who: TestUser, more = {}): Promise<Entry[]> =>
  call(who.client, 'list_time_entries', { p_studio_id: studio.id, ...range, ...more })
const change = (who: TestUser, ...changes: object[]): Promise<Answer> =>
  call(who.client, 'change_time', { p_studio_id: studio.id, p_changes: changes })
const state = (who: TestUser): Promise<State> => call(who.client, 'get_time_state', { p_studio_id: studio.id })
const lock = (week: string, p_is_locked = true) => ({
  p_studio_id: studio.id,
  p_week: week,
  p_time_zone: 'Europe/Berlin',
  p_is_locked,
})

function anEntry(given: object = {}) {
  const place = { kind: 'entry', id: crypto.randomUUID(), task_id: shot.task.id }
  return { ...place, started_at: '2026-03-02T10:00:00Z', minutes: 30, note: 'Meeting', ...given }
}

async function aRevision(by: TestUser, { at, time }: { at: string; time: string }): Promise<string> {
  const [id, comment] = [crypto.randomUUID(), crypto.randomUUID()]
  const what = { p_task_id: shot.task.id, p_version_id: id, p_comment_id: comment, p_comment: 'x', p_media_ids: [] }
  await call(by.client, 'create_revision', { ...what, p_time_spent: time })
  await host.database.execute(`update public.task_versions set created_at = '${at}' where id = '${id}'`)
  return id
}

test('time without a revision is counted beside revisions, for the person and for leads', async () => {
  const entry = anEntry()
  const revision = await aRevision(studio.member, { at: '2026-03-02T09:00:00Z', time: '1h 30m' })
  await change(studio.member, entry)

  const ids = (entries: Entry[]): string[] => entries.map(({ id }) => id)
  expect(ids(await list(studio.member))).toEqual([revision, entry.id])
  expect(ids(await list(studio.lead))).toEqual([revision, entry.id])
  expect(ids(await list(studio.viewer))).toEqual([revision])
  expect((await list(studio.lead)).map(({ version_number, minutes }) => [version_number, minutes])).toEqual([
    [1, 90],
    [null, 30],
  ])

  // Page by page, without gaps or repeats.
  const [first] = await list(studio.lead, { p_limit: 1 })
  const rest = await list(studio.lead, { p_after_time: '2026-03-02T09:00:00Z', p_after_id: first?.id })
  expect(ids(rest)).toEqual([entry.id])
})

test('people change their own time only, all at once, and not what has changed since', async () => {
  const [entry, other] = [
    anEntry({ started_at: '2026-03-09T10:00:00Z' }),
    anEntry({ started_at: '2026-03-09T11:00:00Z' }),
  ]
  const revision = await aRevision(studio.member, { at: '2026-03-09T09:00:00Z', time: '1h' })
  await change(studio.member, entry, other)

  const done = await change(
    studio.member,
    { kind: 'revision', id: revision, minutes: 125, expected: '60' },
    { ...entry, minutes: 45, expected: '30' },
    { ...other, minutes: 50, expected: '31' },
  )
  expect(done.skipped).toEqual([{ id: other.id, task_id: shot.task.id, reason: 'conflict' }])
  const march9 = { p_from: '2026-03-09T00:00:00Z', p_to: '2026-03-10T00:00:00Z' }
  expect((await list(studio.member, march9)).map(({ minutes }) => minutes)).toEqual([125, 45, 30])
  const [row] = await host.database.query<{ time_spent: string }>(
    `select time_spent from public.task_versions where id = '${revision}'`,
  )
  expect(row?.time_spent).toBe('2h 5m')

  const args = { p_studio_id: studio.id, p_changes: [{ kind: 'revision', id: revision, minutes: 1 }] }
  expect(await refusal(studio.lead.client, 'change_time', args)).toMatchObject({ code: 'P0002' })
  const theirs = { p_studio_id: studio.id, p_changes: [{ ...entry, is_deleted: true }] }
  expect(await refusal(studio.lead.client, 'change_time', theirs)).toMatchObject({ code: 'P0002' })
  expect(await refusal(studio.viewer.client, 'change_time', theirs)).toMatchObject({ code: '42501' })
  expect(await refusal(studio.outsider.client, 'change_time', theirs)).toMatchObject({ code: 'P0002' })
  await change(studio.member, { ...entry, is_deleted: true, expected: '45' })
  expect((await list(studio.member, march9)).map(({ minutes }) => minutes)).toEqual([125, 30])
})

test('a repeated time change changes nothing more', async () => {
  const p_operation_id = crypto.randomUUID()
  const args = { p_studio_id: studio.id, p_changes: [anEntry({ started_at: '2026-03-11T10:00:00Z' })], p_operation_id }
  const first = await call(studio.member.client, 'change_time', args)
  expect(await call(studio.member.client, 'change_time', args)).toEqual(first)
  const march11 = { p_from: '2026-03-11T00:00:00Z', p_to: '2026-03-12T00:00:00Z' }
  expect(await list(studio.member, march11)).toHaveLength(1)
})

test('a person has one running timer; a new one stops it, and running time is not counted yet', async () => {
  const [first, second] = [
    anEntry({ started_at: '2026-03-12T10:00:00Z', minutes: null }),
    anEntry({ started_at: '2026-03-12T11:30:00Z', minutes: null }),
  ]
  const march12 = { p_from: '2026-03-12T00:00:00Z', p_to: '2026-03-13T00:00:00Z' }
  await change(studio.member, first)
  expect((await state(studio.member)).timer).toMatchObject({ id: first.id, task_id: shot.task.id })
  expect((await state(studio.lead)).timer).toBeNull()
  expect(await list(studio.member, march12)).toEqual([])

  await change(studio.member, second)
  expect((await state(studio.member)).timer?.id).toBe(second.id)
  expect((await list(studio.member, march12)).map(({ id, minutes }) => [id, minutes])).toEqual([[first.id, 90]])

  await change(studio.member, { ...second, minutes: 20, expected: 'running' })
  expect((await state(studio.member)).timer).toBeNull()
  expect(sumBy(await list(studio.member, march12), ({ minutes }) => minutes)).toBe(110)
})

test('a locked week refuses every change of its time with a message, and only leads can unlock it', async () => {
  const entry = anEntry({ started_at: '2026-03-17T10:00:00Z' })
  const revision = await aRevision(studio.lead, { at: '2026-03-17T09:00:00Z', time: '1h' })
  const mine = await aRevision(studio.member, { at: '2026-03-17T09:00:00Z', time: '1h' })
  await change(studio.member, entry)
  expect(await refusal(studio.member.client, 'set_time_lock', lock('2026-03-16'))).toMatchObject({ code: '42501' })
  expect(await refusal(studio.lead.client, 'set_time_lock', lock('2026-03-17'))).toMatchObject({ code: '22023' })
  expect(await refusal(studio.lead.client, 'set_time_lock', lock('2199-12-30'))).toMatchObject({
    message: 'This week has not ended yet',
  })
  await call(studio.lead.client, 'set_time_lock', lock('2026-03-16'))
  expect((await state(studio.viewer)).locks).toMatchObject([{ week: '2026-03-16', locked_by_name: 'Lea Lead' }])

  const message = 'The week of 16 March 2026 is locked. A lead can unlock it.'
  const refused = async (who: TestUser, one: object) =>
    await refusal(who.client, 'change_time', { p_studio_id: studio.id, p_changes: [one] })
  for (const one of [
    { kind: 'revision', id: mine, minutes: 5 },
    { ...entry, minutes: 31 },
    { ...entry, is_deleted: true },
    anEntry({ started_at: '2026-03-22T22:59:59Z' }),
  ])
    expect(await refused(studio.member, one)).toMatchObject({ code: '42501', message })
  // Not by writing to the tables directly either, and not by the lead.
  const { client } = studio.lead
  expect((await client.from('task_versions').update({ time_spent: '9h' }).eq('id', revision)).error?.message).toBe(
    message,
  )
  expect((await client.from('task_versions').delete().eq('id', revision)).error?.message).toBe(message)
  const past = { id: crypto.randomUUID(), task_id: shot.task.id, time_spent: '1h', created_at: '2026-03-18T00:00:00Z' }
  expect((await client.from('task_versions').insert(past)).error?.message).toBe(message)
  expect((await client.from('task_versions').update({ comment: 'y' }).eq('id', revision)).error).toBeNull()
  // The week ends with Sunday in the time zone it was locked in.
  await change(studio.member, anEntry({ started_at: '2026-03-22T23:00:00Z' }))

  expect(await refusal(studio.member.client, 'set_time_lock', lock('2026-03-16', false))).toMatchObject({
    code: '42501',
  })
  await call(studio.lead.client, 'set_time_lock', lock('2026-03-16', false))
  await change(studio.member, { ...entry, minutes: 31 })
})

test('an item deleted and restored has its time again', async () => {
  const other = await aTask(studio, 'Second')
  const entry = anEntry({ task_id: other.task.id, started_at: '2026-03-25T10:00:00Z' })
  await change(studio.owner, entry)
  const march25 = { p_from: '2026-03-25T00:00:00Z', p_to: '2026-03-26T00:00:00Z' }
  const p_operation_id = crypto.randomUUID()
  const gone = { p_table: 'items', p_keys: [other.item.id], p_operation_id }
  await call(studio.owner.client, 'delete_rows', gone)
  expect(await list(studio.owner, march25)).toEqual([])
  await call(studio.owner.client, 'restore_deleted', { p_studio_id: studio.id, p_deletion_id: p_operation_id })
  expect((await list(studio.owner, march25)).map(({ id }) => id)).toEqual([entry.id])
})

test('monthly sums, timesheet entries and the command line’s report agree', async () => {
  const zones = ['UTC', 'Europe/Berlin', 'Pacific/Auckland', 'America/Los_Angeles']
  for (const [index, hour] of ['00', '05', '11', '12', '13', '22', '23'].entries())
    await change(studio.lead, anEntry({ started_at: `2026-03-2${index}T${hour}:30:00Z`, minutes: 7 * index + 1 }))
  // Both readers use only the gateway's `call`.
  const gateway = {
    call: async (name: string, args: object) => await call(studio.lead.client, name, args),
  } as unknown as Gateway
  for (const timeZone of zones) {
    const report = await loadForReport(gateway, toId(studio.id), { from: '2026-03-01', to: '2026-03-31', timeZone })
    const { from, to } = momentsOf({ from: '2026-03-01', to: '2026-04-01' }, timeZone)
    const args = {
      p_studio_id: studio.id,
      p_from: new Date(from).toISOString(),
      p_to: new Date(to).toISOString(),
      p_time_zone: timeZone,
    }
    const sums = await call<Sums>(studio.lead.client, 'summarize_time', args)
    const listed = await loadTimeEntries({ studioId: toId(studio.id), from, to }, { gateway })

    const total = sumBy(listed, ({ minutes }) => minutes)
    expect(total).toBeGreaterThan(500)
    for (const [name, group] of [
      ['days', 'day'],
      ['projects', 'project'],
      ['stages', 'stage'],
      ['artists', 'artist'],
    ] as const) {
      const told = makeReport(report, [group]).map((row) => [row[group], row.minutes] as const)
      expect(new Map(sums[name].map((sum) => [sum.name, sum.minutes]))).toEqual(new Map(told))
      expect(sumBy(sums[name], ({ minutes }) => minutes)).toBe(total)
    }
  }
  const year = {
    p_studio_id: studio.id,
    p_from: '2024-01-01T00:00:00Z',
    p_to: '2026-01-01T00:00:00Z',
    p_time_zone: 'UTC',
  }
  expect(await refusal(studio.lead.client, 'summarize_time', year)).toMatchObject({ code: '22023' })
})

const dayMs = 86_400_000

/** Posts a revision that waited on its device; returns the age of its row and its comment in hours. */
async function hoursAgo(waitedMs: number, by = studio.member): Promise<number[]> {
  const [id, comment] = [crypto.randomUUID(), crypto.randomUUID()]
  const what = { p_task_id: shot.task.id, p_version_id: id, p_comment_id: comment, p_comment: 'On the train' }
  await call(by.client, 'create_revision', { ...what, p_time_spent: '2h', p_waited_ms: waitedMs })
  const rows = await host.database.query<{ hours: number }>(`
    select round(extract(epoch from now() - created_at) / 3600)::int as hours from public.task_versions where id = '${id}'
    union all
    select round(extract(epoch from now() - created_at) / 3600)::int from public.comments where id = '${comment}'`)
  return rows.map(({ hours }) => hours)
}

test('a revision made offline on Friday is on Friday’s timesheet, within what the studio’s clock allows', async () => {
  expect(await hoursAgo(3 * dayMs)).toEqual([72, 72])
  // A device whose clock was set back, or that was away for over a year.
  expect(await hoursAgo(-dayMs)).toEqual([0, 0])
  expect(await hoursAgo(400 * dayMs)).toEqual([720, 720])
})

test('a comment made offline keeps the time it was made', async () => {
  const id = crypto.randomUUID()
  const what = { p_task_id: shot.task.id, p_comment_id: id, p_content: 'On the train', p_waited_ms: 2 * dayMs }
  await call(studio.member.client, 'add_comment', what)

  const [row] = await host.database.query<{ days: number }>(
    `select round(extract(epoch from now() - created_at) / 86400)::int as days from public.comments where id = '${id}'`,
  )
  expect(row?.days).toBe(2)
})

test('a revision made in a week that has since been locked is posted, and counts now', async () => {
  const monday = new Date(Date.now() - 14 * dayMs)
  monday.setUTCDate(monday.getUTCDate() - ((monday.getUTCDay() + 6) % 7))
  const week = { ...lock(monday.toISOString().slice(0, 10)), p_time_zone: 'UTC' }
  await call(studio.lead.client, 'set_time_lock', week)

  const hours = await hoursAgo(Date.now() - (monday.getTime() + dayMs))

  await call(studio.lead.client, 'set_time_lock', { ...week, p_is_locked: false })
  expect(hours).toEqual([0, 0])
})
