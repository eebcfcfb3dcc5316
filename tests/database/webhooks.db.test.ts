import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { listDeliveries } from '#core/webhooks/manage-webhooks.ts'
import { handler } from '#supabase/functions/deliver-events/handler.ts'
import { startTestHost, type TestHost } from '#tests/host/start-test-host.ts'
import { aStudio, aTask, call, insert, refusal, roleId, type TestStudio } from './a-studio.ts'

type Got = { id: string; type: string; data: Record<string, unknown>; headers: Record<string, string>; body: string }

let host: TestHost
let studio: TestStudio
let shot: Awaited<ReturnType<typeof aTask>>
let receiver: Server
let url: string
/** Returns a status for each request: 204 by default. */
let answer: (got: Got) => number
let got: Got[]

beforeAll(async () => {
  process.env['WEBHOOKS_REACH_INSIDE'] = '1'
  host = await startTestHost()
  // Disable the host's own worker: the tests trigger each run.
  await host.database.execute(
    `create or replace function public.has_deliveries() returns boolean language sql stable as 'select false'`,
  )
  studio = await aStudio(host)
  receiver = createServer((request, response) => {
    let body = ''
    request.on('data', (piece: Buffer) => (body += piece.toString()))
    request.on('end', () => {
      // Node joins repeated headers.
      const headers = request.headers as Record<string, string>
      const one: Got = { ...JSON.parse(body), id: headers['webhook-id'] ?? '', headers, body }
      const status = answer(one)
      if (status < 300) got.push(one)
      response.writeHead(status).end(status < 300 ? '' : 'not now')
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook` // it listens on a port
})
beforeEach(async () => {
  shot = await aTask(studio)
  answer = () => 204
  got = []
})
afterEach(async () => {
  await host.database.execute(`do $$ begin delete from public.webhooks; end $$`)
})
afterAll(async () => {
  await new Promise((resolve) => receiver.close(resolve))
  await host.close()
})

type Made = { id: string; secret: string }

async function aWebhook(given: object = {}, who = studio.owner): Promise<Made> {
  return await call<Made>(who.client, 'save_webhook', {
    p_studio_id: studio.id,
    p_id: randomUUID(),
    p_name: 'Farm',
    p_url: url,
    ...given,
  })
}

type Done = { sent: number; later: number; problems: string[] }

/** Runs the host's worker, as each second, with access to this machine's network by default. */
async function deliver(env: Record<string, string> = { WEBHOOKS_REACH_INSIDE: '1' }): Promise<Done> {
  const request = new Request(host.url, {
    method: 'POST',
    headers: { authorization: `Bearer ${host.keys.serviceKey}` },
    body: '{}',
  })
  const { publishableKey, serviceKey } = host.keys
  const context = { supabaseUrl: host.url, publishableKey, serviceKey, env, now: () => new Date() }
  const response = await handler(request, context)
  return await response.json()
}
const wait = async (interval: string) =>
  await host.database.query(
    `update private.webhook_deliveries set next_at = next_at - $1::interval, created_at = created_at - $1::interval`,
    [interval],
  )
const setStatus = async (statusId: string, taskIds = [shot.task.id]) =>
  await call(studio.member.client, 'set_tasks_status', { p_task_ids: taskIds, p_status_id: statusId })

test('a webhook is told of an event, whole and signed, once', async () => {
  const { secret } = await aWebhook({ p_kinds: ['task'] })
  await studio.owner.client.from('items').update({ title: 'sh011' }).eq('id', shot.item.id)
  await setStatus(shot.spareStatus.id)

  expect(await deliver()).toMatchObject({ sent: 1, later: 0 })
  expect(await deliver()).toMatchObject({ sent: 0 })

  const [told] = got
  expect(new Webhook(secret).verify(told?.body ?? '', told?.headers ?? {})).toMatchObject({
    type: 'task.status_changed',
    data: {
      names: { item: 'sh011', stage: shot.stage.name, project: 'Comet' },
      old: { status: shot.status.name },
      new: { status: shot.spareStatus.name },
      actor: { name: 'Max Member' },
      url: expect.stringContaining('?item=sh010&task='),
    },
  })
  expect(() => new Webhook(secret).verify(`${told?.body} `, told?.headers ?? {})).toThrow('No matching signature found')
})

test('a webhook’s secret is shown once and appears in no procedure, table or event again', async () => {
  const { id, secret } = await aWebhook()
  const { client } = studio.owner
  const again = await call<object>(client, 'save_webhook', {
    p_studio_id: studio.id,
    p_id: id,
    p_name: 'Render farm',
    p_url: url,
  })
  const said = JSON.stringify([
    again,
    await call(client, 'list_webhooks', { p_studio_id: studio.id }),
    await call(client, 'list_events', { p_studio_id: studio.id, p_limit: 1000 }),
    await call(client, 'list_deliveries', { p_webhook_id: id }),
    (await client.from('webhooks').select()).data,
  ])

  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(again).toMatchObject({ name: 'Render farm' })
  expect(said).toContain('Render farm')
  expect(said).not.toContain(secret.slice(6))
  expect(said).not.toContain('"secret"')
})

test('a lost response is repeated for ten minutes, to the creator with the same operation id only', async () => {
  const p_args = { p_studio_id: studio.id, p_id: randomUUID(), p_name: 'Farm', p_url: url }
  const asked = { p_procedure: 'save_webhook', p_operation_id: randomUUID(), p_args }
  const { answer } = await call<{ answer: Made }>(studio.owner.client, 'run_once', asked)

  const again = await call<{ answer: Made }>(studio.owner.client, 'run_once', asked)
  const other = await call<{ answer: Made }>(studio.owner.client, 'run_once', {
    ...asked,
    p_operation_id: randomUUID(),
  })
  const { p_id, ...rest } = p_args
  await call(studio.owner.client, 'run_once', {
    ...asked,
    p_operation_id: randomUUID(),
    p_args: { ...rest, p_id: randomUUID() },
  })
  await host.database.query(`update public.webhooks set created_at = now() - interval '11 minutes' where id = $1`, [
    p_id,
  ])

  expect(answer.secret).toMatch(/^whsec_/)
  expect(again.answer.secret).toBe(answer.secret)
  expect(other.answer.secret).toBeUndefined()
  expect(await refusal(studio.owner.client, 'run_once', asked)).toMatchObject({ code: 'P0409' })
})

test('a renewed secret signs beside the old one for a day, and the log records it without the secret', async () => {
  const { id, secret: first } = await aWebhook({ p_kinds: ['task'] })
  const once = { p_procedure: 'renew_webhook_secret', p_operation_id: randomUUID(), p_args: { p_id: id } }
  const { answer: made } = await call<{ answer: Made }>(studio.owner.client, 'run_once', once)
  await setStatus(shot.spareStatus.id)
  await deliver()
  const third = await call<Made>(studio.owner.client, 'renew_webhook_secret', { p_id: id, p_is_at_once: true })
  await setStatus(shot.status.id)
  await deliver()

  const [both, late] = got
  const isBy = (secret: string, one: Got | undefined): boolean => {
    try {
      new Webhook(secret).verify(one?.body ?? '', one?.headers ?? {})
      return true
    } catch {
      return false
    }
  }
  const log = JSON.stringify(await call(studio.owner.client, 'list_events', { p_studio_id: studio.id, p_limit: 1000 }))
  expect([first, made.secret].map((secret) => isBy(secret, both))).toEqual([true, true])
  expect([first, made.secret, third.secret].map((secret) => isBy(secret, late))).toEqual([false, false, true])
  expect(log).toContain('webhook.secret_renewed')
  for (const secret of [first, made.secret, third.secret]) expect(log).not.toContain(secret.slice(6))
  expect(await refusal(studio.owner.client, 'run_once', once)).toMatchObject({ code: 'P0409' })
  expect(await refusal(studio.member.client, 'renew_webhook_secret', { p_id: id })).toMatchObject({ code: 'P0002' })
})

test('redirecting another person’s webhook delivers only what oneself may see', async () => {
  const { id } = await aWebhook({ p_kinds: ['task'] })
  await host.database.execute(
    `insert into public.project_role_access (project_id, studio_id, role_id, is_allowed)
     values ('${shot.project.id}', '${studio.id}', '${roleId('admin')}', false)`,
  )
  await host.database.execute(
    `insert into public.role_permissions (studio_id, role_id, permission, is_allowed)
     values ('${studio.id}', '${roleId('admin')}', 'view_all_projects', false)
     on conflict (studio_id, role_id, permission) do update set is_allowed = false`,
  )
  const elsewhere = { p_studio_id: studio.id, p_id: id, p_name: 'Mine', p_url: `${url}/mine`, p_kinds: ['task'] }

  await call(studio.admin.client, 'save_webhook', elsewhere)
  await setStatus(shot.spareStatus.id)
  const heard = await deliver()
  await call(studio.owner.client, 'save_webhook', { ...elsewhere, p_url: url })
  await setStatus(shot.status.id)

  expect(heard).toMatchObject({ sent: 0 })
  expect(await deliver()).toMatchObject({ sent: 1 })
})

test('the expressions of one run use a single reading per studio', async () => {
  const other = await aStudio(host, 'Other')
  const { task, spareStatus } = await aTask(other)
  await aWebhook({ p_kinds: ['task'], p_condition: 'all(group, t, t.status != "")' })
  await aWebhook({ p_kinds: ['task'], p_condition: `status == "${String(shot.spareStatus.name)}"` })
  await aWebhook({ p_studio_id: other.id, p_kinds: ['task'], p_condition: 'item == "sh010"' }, other.owner)
  await aWebhook({ p_studio_id: other.id, p_kinds: ['task'], p_condition: 'item == "sh020"' }, other.owner)
  await setStatus(shot.spareStatus.id)
  await call(other.owner.client, 'set_tasks_status', { p_task_ids: [task.id], p_status_id: spareStatus.id })

  expect(await deliver()).toMatchObject({ sent: 3, later: 0 })

  expect(got.map(({ data }) => String(data['studio_id'])).toSorted()).toEqual(
    [studio.id, studio.id, other.id].toSorted(),
  )
})

test('webhooks are for those who manage the studio’s users, and their worker for nobody signed in', async () => {
  const { id } = await aWebhook()
  const made = { p_studio_id: studio.id, p_id: randomUUID(), p_name: 'x', p_url: 'https://x.example' }
  expect(await refusal(studio.member.client, 'save_webhook', made)).toMatchObject({ code: '42501' })
  expect(await refusal(studio.outsider.client, 'save_webhook', made)).toMatchObject({ code: 'P0002' })
  for (const name of ['list_deliveries', 'delete_webhook', 'test_webhook', 'replay_webhook']) {
    const args =
      name === 'list_deliveries' ? { p_webhook_id: id } : { p_id: id, ...(name === 'replay_webhook' && { p_from: 1 }) }
    expect(await refusal(studio.member.client, name, args)).toMatchObject({ code: 'P0002' })
  }
  for (const name of ['claim_deliveries', 'has_deliveries'])
    expect((await studio.owner.client.rpc(name)).error?.code).toBe('42501')
  for (const p_url of ['ftp://x.example', 'https://', 'https://user:pass@x.example', 'javascript:alert(1)', ''])
    expect(await refusal(studio.owner.client, 'save_webhook', { ...made, p_url })).toMatchObject({ code: '22023' })
})

// As `URL` parses them: one number or four, decimal, octal or hexadecimal, with a trailing dot, IPv4 in IPv6.
const insideHosts = [
  '127.0.0.1',
  '127.9.9.9',
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '169.254.169.254',
  '172.31.255.255',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  'localhost',
  'LocalHost',
  'localhost.',
  'farm.localhost',
  '127.0.0.1.',
  '2130706433',
  '0x7f000001',
  '0X7F.1',
  '0177.0.0.1',
  '127.1',
  '10.1',
  '192.168.257',
  '127.0.0.1:8080',
  '%31%32%37.0.0.1',
  '１２７.0.0.1',
  '127。0。0。1',
  '999999999999',
  '1.2.3.4.5',
  '256.1.1.1',
  '0x',
  '[::1]',
  '[::]',
  '[::1]:443',
  '[::ffff:127.0.0.1]',
  '[::ffff:a9fe:a9fe]',
  '[0:0:0:0:0:ffff:10.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]',
  '[fc00::1]',
  '[fd12:3456::1]',
  '[fe80::1]',
  '[ff02::1]',
  '[::127.0.0.1]',
  '[nonsense]',
]
const outsideHosts = [
  '1.1.1.1',
  '172.15.0.1',
  '172.32.0.1',
  '192.169.0.1',
  '11.0.0.1',
  '134744072',
  '[2606:4700:4700::1111]',
  'farm.example',
  'farm.example.',
  '10.farm.example',
  'localhost.farm.example',
  'bücher.example',
  '127.0.0.1.nip.example',
  '1e100.net',
]

test('an address inside the network, in any notation, and plain http are refused when saved', async () => {
  const made = { p_studio_id: studio.id, p_id: randomUUID(), p_name: 'x' }
  const report = { ...made, p_days: [1], p_at_time: '08:00', p_period: 'week' }
  const { id: mine } = await aWebhook()
  delete process.env['WEBHOOKS_REACH_INSIDE']
  try {
    for (const [procedure, args] of Object.entries({ save_webhook: made, save_report: report })) {
      for (const host of insideHosts)
        expect([host, await refusal(studio.owner.client, procedure, { ...args, p_url: `https://${host}/x` })]).toEqual([
          host,
          expect.objectContaining({
            code: '22023',
            message: 'That address lies inside the network of this installation, which nothing is sent to',
          }),
        ])
      expect(await refusal(studio.owner.client, procedure, { ...args, p_url: 'http://farm.example' })).toMatchObject({
        code: '22023',
        message: expect.stringContaining('begins with https://'),
      })
      for (const host of outsideHosts)
        await call(studio.owner.client, procedure, { ...args, p_url: `https://${host}/x` })
    }
    // An existing webhook to such an address can still be turned off.
    await call(studio.owner.client, 'save_webhook', { ...made, p_id: mine, p_url: url, p_is_active: false })
  } finally {
    process.env['WEBHOOKS_REACH_INSIDE'] = '1'
  }
})

test('a webhook delivers only what its creator may see, and nothing once they have left', async () => {
  await aWebhook({}, studio.lead)
  await studio.owner.client
    .from('project_role_access')
    .insert({ project_id: shot.project.id, role_id: roleId('member'), is_allowed: false })
  await setStatus(shot.spareStatus.id).catch(() => undefined)
  await studio.owner.client.from('items').update({ title: 'secret' }).eq('id', shot.item.id)
  await aTask(studio, 'Open')
  await deliver()

  expect(got.length).toBeGreaterThan(0)
  expect(got.filter(({ body }) => body.includes('secret'))).toEqual([])
  const archive = async (archived_at: string | null) =>
    await studio.owner.client
      .from('studio_members')
      .update({ archived_at })
      .match({ studio_id: studio.id, user_id: studio.lead.id })
  await archive(new Date().toISOString())
  got = []
  await studio.owner.client.from('projects').insert({ studio_id: studio.id, name: 'After' })
  await deliver()
  expect(got).toEqual([])
  await archive(null)
})

test('delivery to an address inside the network is refused and logged', async () => {
  const { id } = await aWebhook()
  await setStatus(shot.spareStatus.id)

  expect(await deliver({})).toMatchObject({ sent: 0, later: 1 })
  const [delivery] = await call<{ answer: string; state: string }[]>(studio.owner.client, 'list_deliveries', {
    p_webhook_id: id,
  })
  expect(delivery).toMatchObject({ state: 'waiting', answer: 'Refused: only https addresses are allowed' })
  expect(got).toEqual([])
})

test('a webhook is retried with growing waits for a day, then marked failing until it succeeds, and its creator and the owners are told', async () => {
  const { id } = await aWebhook({ p_kinds: ['task.status_changed'] }, studio.admin)
  const state = async () => {
    const [webhook] = await call<{ failing_since: string | null }[]>(studio.owner.client, 'list_webhooks', {
      p_studio_id: studio.id,
    })
    return webhook?.failing_since !== null
  }
  answer = () => 500
  await setStatus(shot.spareStatus.id)
  const waits: number[] = []
  for (let turn = 0; turn < 4; turn += 1) {
    expect(await deliver()).toMatchObject({ later: 1 })
    const [row] = await host.database.query<{ seconds: number }>(
      `select extract(epoch from next_at - now())::float as seconds from private.webhook_deliveries where webhook_id = $1`,
      [id],
    )
    waits.push(row?.seconds ?? 0)
    await host.database.query('update private.webhook_deliveries set next_at = now()')
  }
  expect(waits.map((seconds, n) => seconds > 0 && seconds <= 5 * 2 ** n && seconds > 5 * 2 ** (n - 2))).toEqual(
    waits.map(() => true),
  )
  expect(await state()).toBe(false)

  await wait('25 hours')
  await deliver()
  expect(await state()).toBe(true)
  const told = await host.database.query<{ text: string; user_id: string }>(
    `select n.data ->> 'excerpt' as text, r.user_id from public.notifications n
     join public.notification_recipients r on r.notification_id = n.id where n.target_id = $1`,
    [id],
  )
  const text = `The webhook “Farm” is failing: for a day nothing arrived at ${new URL(url).origin}`
  const people = [studio.owner.id, studio.admin.id].toSorted()
  expect(told.toSorted((a, b) => a.user_id.localeCompare(b.user_id))).toEqual(
    people.map((user_id) => ({ text, user_id })),
  )
  const { events } = await call<{ events: { kind: string; new: object }[] }>(studio.owner.client, 'list_activity', {
    p_studio_id: studio.id,
    p_kinds: ['webhook'],
  })
  expect(events[0]).toMatchObject({ kind: 'webhook.changed', new: { is_failing: true } })

  answer = () => 204
  await setStatus(shot.status.id)
  expect(await deliver()).toMatchObject({ sent: 1 })
  expect(await state()).toBe(false)
})

test('a webhook delivers events its expression matches, and logs why one cannot be evaluated', async () => {
  const p_kinds = ['task.status_changed']
  const condition = `status == "${String(shot.spareStatus['name'])}" && stage == "${String(shot.stage['name'])}"`
  await aWebhook({ p_kinds, p_condition: condition })
  const { id: broken } = await aWebhook({ p_kinds, p_condition: 'gone_field > 1' })

  // Changed back before delivery: each event is judged by its own data.
  await setStatus(shot.spareStatus.id)
  await setStatus(shot.status.id)
  const done = await deliver()

  expect(done).toEqual({ sent: 1, later: 0, problems: [] })
  expect(got.map(({ data }) => data['new'])).toMatchObject([{ status_id: shot.spareStatus.id }])
  const log = await call<object[]>(studio.owner.client, 'list_deliveries', { p_webhook_id: broken })
  expect(log).toHaveLength(2)
  expect(log[0]).toMatchObject({
    state: 'skipped',
    answer: expect.stringMatching(/^The expression cannot be read at character 1: /),
  })
})

test('tests and replays are delivered, replays under their original ids', async () => {
  const { id } = await aWebhook({ p_kinds: ['task.status_changed'] })
  await call(studio.owner.client, 'test_webhook', { p_id: id })
  await setStatus(shot.spareStatus.id)
  await deliver()
  expect(got.map(({ type }) => type)).toEqual(['webhook.tested', 'task.status_changed'])
  const first = got[1]
  got = []

  expect(await call(studio.owner.client, 'replay_webhook', { p_id: id, p_from: Number(first?.data['seq']) })).toBe(1)
  await deliver()
  expect(got.map((one) => one.id)).toEqual([first?.id])
  const { client } = studio.owner
  const log = await listDeliveries(id, 10, {
    gateway: { call: async (name, body) => await call(client, name, body as Record<string, unknown>) },
  })
  expect(log.map(({ kind, isReplay }) => [kind, isReplay])).toEqual([
    ['task.status_changed', true],
    ['task.status_changed', false],
    ['webhook.tested', false],
  ])
})

test('with failures and dying workers nothing is lost or out of order, and duplicates share an id', async () => {
  await aWebhook({ p_kinds: ['task.changed'] })
  const items = Array.from({ length: 5 }, (_, n) => ({ title: `f${n}`, collection_id: shot.collection.id }))
  const made = await studio.owner.client.from('items').insert(items).select('id')
  const tasks: string[] = []
  for (const { id } of made.data ?? []) {
    const task = await insert(studio.owner.client, 'item_tasks', {
      item_id: id,
      stage_id: shot.stage.id,
      status_id: shot.status.id,
    })
    tasks.push(task.id)
  }
  for (let turn = 1; turn <= 9; turn += 1) {
    const p_values = [turn]
    await call(studio.lead.client, 'update_tasks', { p_task_ids: tasks, p_field: 'priority', p_values })
  }
  let asked = 0
  answer = () => ((asked += 1) % 10 < 3 ? 503 : 204)

  for (let round = 0; round < 60; round += 1) {
    // One worker dies with what it has claimed, two continue at the same time.
    if (round % 4 === 0) await call(host.admin.client, 'claim_deliveries', { p_limit: 3 })
    await Promise.all([deliver(), deliver()])
    await host.database.query(`update private.webhook_deliveries set next_at = now() where state = 'waiting'`)
    const [left] = await host.database.query<{ n: number }>(
      `select count(*)::int as n from private.webhook_deliveries where state = 'waiting'`,
    )
    if (left?.n === 0) break
  }

  const told = new Map<string, Got>()
  for (const one of got) if (!told.has(one.id)) told.set(one.id, one)
  expect(told.size).toBe(45)
  for (const task of tasks) {
    const values = [...told.values()]
      .filter(({ data }) => data['task_id'] === task)
      .map(({ data }) => Object(data['new']).priority)
    expect(values).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  }
})
