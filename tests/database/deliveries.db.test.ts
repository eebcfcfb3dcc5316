import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import webPush from 'web-push'
import type { FunctionContext } from '#supabase/functions/_shared/context.ts'
import { handler } from '#supabase/functions/deliver-notifications/handler.ts'
import { type FakePushService, startFakePushService } from '#tests/fakes/fake-push-service.ts'
import { type FakeSmtp, startFakeSmtp } from '#tests/fakes/fake-smtp.ts'
import type { TestHost, TestUser } from '#tests/host/start-test-host.ts'
import { startTestHost } from '#tests/host/start-test-host.ts'
import type { TestStudio } from './a-studio.ts'
import { aStudio, aTask, call, refusal } from './a-studio.ts'

const { publicKey, privateKey } = webPush.generateVAPIDKeys()

let host: TestHost
let studio: TestStudio
let shot: Awaited<ReturnType<typeof aTask>>
let service: FakePushService
let smtp: FakeSmtp
let context: FunctionContext
let browsers = 0

beforeAll(async () => {
  service = await startFakePushService(publicKey)
  smtp = await startFakeSmtp()
  const push = { publicKey, privateKey, subject: 'mailto:it@northlight.example' }
  const mail = { smtpUrl: smtp.url, from: 'Xsheet <xsheet@northlight.example>' }
  vi.stubEnv('PUSH_SERVICES', service.url)
  host = await startTestHost({ settings: { push, mail } })
  studio = await aStudio(host)
  shot = await aTask(studio)
  context = {
    supabaseUrl: host.url,
    publishableKey: host.keys.publishableKey,
    serviceKey: host.keys.serviceKey,
    env: {
      PUBLIC_URL: 'https://xsheet.northlight.example',
      PUSH_SERVICES: service.url,
      VAPID_PUBLIC_KEY: publicKey,
      VAPID_PRIVATE_KEY: privateKey,
      VAPID_SUBJECT: push.subject,
      SMTP_URL: smtp.url,
      MAIL_FROM: mail.from,
    },
    now: () => new Date(),
  }
})
afterAll(async () => {
  await host.close()
  await service.close()
  await smtp.close()
  vi.unstubAllEnvs()
})
beforeEach(async () => {
  service.received.length = 0
  service.refused.length = 0
  smtp.mails.length = 0
  smtp.refuse(false)
  await host.database.execute(`
    delete from public.notifications; delete from public.push_subscriptions; delete from private.digest_runs;
    update public.user_profiles set digest = 'off', time_zone = 'UTC', notifications_enabled = true, notify_mentions = true;
    update public.studio_members set archived_at = null;
  `)
})

async function subscribe(who: TestUser): Promise<string> {
  browsers += 1
  const path = `/browser/${browsers}`
  const { endpoint, p256dh, auth } = service.subscribe(path)
  await call(who.client, 'save_push_subscription', {
    p_endpoint: endpoint,
    p_p256dh: p256dh,
    p_auth: auth,
    p_label: 'Firefox',
  })
  return path
}

async function mention(who: TestUser, content = 'Look at the hands', by = studio.lead): Promise<void> {
  const id = crypto.randomUUID()
  const { error } = await by.client.from('comments').insert({ id, task_id: shot.task.id, content, created_by: by.id })
  if (error) throw new Error(error.message)
  await addMention(by, { comment_id: id, mentioned_user_id: who.id })
}

async function addMention({ client }: TestUser, row: object): Promise<void> {
  const { error } = await client.from('mentions').insert(row)
  if (error) throw new Error(error.message)
}

async function deliver(only: 'push' | 'digests', key = host.keys.serviceKey): Promise<Response> {
  const headers = { authorization: `Bearer ${key}` }
  return handler(new Request(host.url, { method: 'POST', headers, body: JSON.stringify({ only }) }), context)
}

const answerOf = async (only: 'push' | 'digests'): Promise<unknown> => (await deliver(only)).json()
const later = (): Promise<void> => host.database.execute(`update private.push_deliveries set next_at = now()`)

describe('deliver-notifications', () => {
  test('accepts the service key and the shared secret, but no session', async () => {
    const secret = { ...context, env: { ...context.env, DELIVERY_SECRET: 'a shared secret'.replaceAll(' ', '-') } }
    const ask = async (authorization: string | undefined, given = context): Promise<number> => {
      const headers: Record<string, string> = authorization === undefined ? {} : { authorization }
      return (await handler(new Request(host.url, { method: 'POST', headers, body: '{}' }), given)).status
    }
    const session = (await studio.owner.client.auth.getSession()).data.session?.access_token ?? ''

    expect(await ask(`Bearer ${host.keys.serviceKey}`)).toBe(200)
    expect(await ask('Bearer a-shared-secret', secret)).toBe(200)
    expect(await ask('Bearer a-shared-secret')).toBe(401)
    expect(await ask('Bearer ', secret)).toBe(401)
    expect(await ask(undefined, secret)).toBe(401)
    expect(await ask(`Bearer ${session}`, secret)).toBe(401)
    expect(await ask(`Bearer ${host.keys.publishableKey}`, secret)).toBe(401)
  })

  test('follows the same rule on the host', async () => {
    const ask = async (key: string): Promise<number> => {
      const headers = { apikey: host.keys.publishableKey, authorization: `Bearer ${key}` }
      return (await fetch(`${host.url}/functions/v1/deliver-notifications`, { method: 'POST', headers, body: '{}' }))
        .status
    }

    expect(await ask(host.keys.publishableKey)).toBe(401)
    expect(await ask(host.keys.serviceKey)).toBe(200)
  })

  test.each(['claim_pushes', 'claim_digests', 'settle_pushes', 'settle_digest', 'stop_digest'])(
    'refuses %s to anybody signed in',
    async (name) => {
      const args: Record<string, object> = {
        settle_pushes: { p_results: [] },
        settle_digest: { p_user_id: studio.owner.id, p_day: '2026-01-01', p_until: '2026-01-01T00:00:00Z' },
        stop_digest: { p_token: crypto.randomUUID() },
      }
      for (const who of [studio.owner.client, host.connect()])
        expect(await refusal(who, name, args[name] ?? {})).toMatchObject({ code: '42501' })
    },
  )

  test('claims nothing without configuration', async () => {
    await subscribe(studio.member)
    await mention(studio.member)

    const request = new Request(host.url, {
      method: 'POST',
      headers: { authorization: `Bearer ${host.keys.serviceKey}` },
      body: '{}',
    })
    const answer = await handler(request, { ...context, env: {} })

    expect(await answer.json()).toEqual({ push: null, digests: null })
    expect(await answerOf('push')).toMatchObject({ push: { sent: 1 } })
  })
})

describe('web push', () => {
  test('tells each of a person’s browsers once what happened, where, and how much is unread', async () => {
    const paths = [await subscribe(studio.member), await subscribe(studio.member)]
    await subscribe(studio.viewer)
    await mention(studio.member)

    expect(await answerOf('push')).toEqual({ push: { sent: 2, gone: 0, later: 0, problems: [] }, digests: null })
    expect(await answerOf('push')).toMatchObject({ push: { sent: 0 } })

    expect(service.refused).toEqual([])
    expect(service.received.map(({ path }) => path).toSorted()).toEqual(paths)
    expect(service.received[0]?.payload).toEqual({
      title: 'Lea Lead mentioned you',
      body: expect.stringMatching(/^sh010 · .+ · Comet\nLook at the hands$/),
      url: expect.stringMatching(/^\/studio\/blue-unicorn\/project\/comet\/space\//),
      count: 1,
      tag: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    expect(service.received[0]?.headers).toMatchObject({ ttl: '86400', 'content-encoding': 'aes128gcm' })
  })

  test('is shared by two workers without telling anybody twice', async () => {
    await Promise.all([studio.member, studio.viewer, studio.admin].map(subscribe))
    for (const who of [studio.member, studio.viewer, studio.admin]) await mention(who)

    await Promise.all([deliver('push'), deliver('push'), deliver('push')])

    expect(service.received).toHaveLength(3)
    expect(new Set(service.received.map(({ path }) => path)).size).toBe(3)
  })

  test('sends several notifications as one message with their number', async () => {
    await subscribe(studio.member)
    for (const content of ['One', 'Two', 'Three']) await mention(studio.member, content)

    await deliver('push')

    expect(service.received.map(({ payload }) => payload)).toEqual([
      expect.objectContaining({ body: expect.stringMatching(/\nThree\nand 2 more$/), count: 3 }),
    ])
  })

  test('sends one message per review session, once it is locked or quiet for ten minutes', async () => {
    const { client } = studio.lead
    await subscribe(studio.member)
    const { task, project } = await aTask(studio, 'Dusk')
    await studio.owner.client.from('item_tasks').update({ assignee_id: studio.member.id }).eq('id', task.id)
    await deliver('push')
    service.received.length = 0
    const review = { project_id: project.id, name: 'Dailies', day: '2026-11-24', created_by: studio.lead.id }
    const id = crypto.randomUUID()
    await client.from('review_sessions').insert({ id, ...review })
    const note = async (content: string) =>
      await call(client, 'add_comment', {
        p_task_id: task.id,
        p_comment_id: crypto.randomUUID(),
        p_content: content,
        p_metadata: { sessionId: id },
      })
    await note('Softer landing')
    await note('Hold the arm')
    await deliver('push')
    const during = service.received.length
    await client.from('review_sessions').update({ is_locked: true }).eq('id', id)
    await deliver('push')
    await deliver('push')

    expect(during).toBe(0)
    expect(service.received.map(({ payload }) => payload)).toEqual([
      expect.objectContaining({
        title: 'Lea Lead reviewed a task',
        body: expect.stringMatching(/\nDailies · 2 notes$/),
        url: `/studio/blue-unicorn/project/dusk/reviews/${id}?view=notes`,
      }),
    ])
    await client.from('review_sessions').update({ is_locked: false }).eq('id', id)
    await note('And once more')
    await deliver('push')
    const before = service.received.length
    await host.database.execute(`
      update public.notification_recipients set created_at = created_at - interval '11 minutes';
      update public.push_subscriptions set created_at = created_at - interval '1 hour';
    `)
    await deliver('push')
    expect([before, service.received.length]).toEqual([1, 2])
  })

  test('shortens long texts to fit a message', async () => {
    await subscribe(studio.member)
    await mention(studio.member, '🎬'.repeat(1000))

    await deliver('push')

    const [message] = service.received
    expect(message?.payload['body']).toMatch(/🎬{159}…$/u)
    expect(Number(message?.headers['content-length'])).toBeLessThan(4096)
  })

  test.each([404, 410])('forgets a browser whose push service answers %i', async (status) => {
    service.answer(await subscribe(studio.member), status)
    await mention(studio.member)

    expect(await answerOf('push')).toMatchObject({ push: { gone: 1 } })
    expect((await studio.member.client.from('push_subscriptions').select('id')).data).toEqual([])
  })

  test('retries a failing service with growing waits, five times in all', async () => {
    const path = await subscribe(studio.member)
    service.answer(path, 500)
    await mention(studio.member)
    const pauses: number[] = []

    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect(await answerOf('push')).toMatchObject({ push: { later: 1 } })
      expect(await answerOf('push')).toMatchObject({ push: { later: 0 } })
      const [row] = await host.database.query<{ minutes: string }>(
        `select ceil(extract(epoch from next_at - now()) / 60) as minutes from private.push_deliveries`,
      )
      pauses.push(Number(row?.minutes))
      await later()
    }

    expect(pauses).toEqual([1, 4, 16, 64, 256])
    expect(await answerOf('push')).toMatchObject({ push: { later: 0 } })
    expect(await host.database.query('select 1 from private.push_deliveries')).toEqual([])
    expect((await studio.member.client.from('push_subscriptions').select('id')).data).toHaveLength(1)
  })

  test('waits as long as a service asks, then tells everything that came meanwhile', async () => {
    const path = await subscribe(studio.member)
    service.answer(path, 429, { 'retry-after': '600' })
    await mention(studio.member, 'First')
    await deliver('push')
    const [row] = await host.database.query<{ seconds: string }>(
      `select ceil(extract(epoch from next_at - now())) as seconds from private.push_deliveries`,
    )
    await mention(studio.member, 'Second')
    await deliver('push')
    service.answer(path, 201)
    await later()

    await deliver('push')

    expect(Number(row?.seconds)).toBeGreaterThan(590)
    expect(service.received.map(({ payload }) => payload['body'])).toEqual([
      expect.stringMatching(/Second\nand 1 more$/),
    ])
  })

  test('tells what came during a delivery with the next one', async () => {
    await subscribe(studio.member)
    await mention(studio.member, 'First')
    const admin = host.admin.client
    const [claimed] = await call<{ subscription_id: string; recipient_id: string; waiting: number }[]>(
      admin,
      'claim_pushes',
    )
    await mention(studio.member, 'Second')
    expect(await call(admin, 'claim_pushes')).toEqual([])

    await call(admin, 'settle_pushes', { p_results: [{ ...claimed, outcome: 'sent' }] })

    expect(await call(admin, 'claim_pushes')).toMatchObject([{ data: { excerpt: 'Second' }, waiting: 1 }])
  })

  test.each([
    ['viewed it', () => `update public.notification_recipients set viewed = true`],
    ['wants none any more', () => `update public.user_profiles set notifications_enabled = false`],
    ['wants no mentions any more', () => `update public.user_profiles set notify_mentions = false`],
    [
      'was archived',
      () => `update public.studio_members set archived_at = now() where user_id = '${studio.member.id}'`,
    ],
    ['signed out everywhere', () => `delete from public.push_subscriptions`],
  ])('sends nothing to somebody who %s meanwhile', async (_, statement) => {
    await subscribe(studio.member)
    await mention(studio.member)
    await host.database.execute(statement())

    await deliver('push')

    expect(service.received).toEqual([])
  })

  test('respects a project closed meanwhile, even while a message waits', async () => {
    const path = await subscribe(studio.viewer)
    service.answer(path, 503)
    await mention(studio.viewer)
    await deliver('push')
    await host.database.execute(
      `insert into public.project_role_access (project_id, role_id, is_allowed) values ('${shot.project.id}', '00000000-0000-4000-8000-000000000005', false)`,
    )
    service.answer(path, 201)
    await later()

    await deliver('push')

    expect(service.received).toEqual([])
    await host.database.execute(`delete from public.project_role_access`)
  })

  test('does not tell a browser what happened before it subscribed, or over an hour ago', async () => {
    await mention(studio.member)
    await subscribe(studio.member)
    await host.database.execute(`update public.push_subscriptions set created_at = now() - interval '2 days'`)
    await host.database.execute(`update public.notification_recipients set created_at = now() - interval '61 minutes'`)
    await deliver('push')
    await host.database.execute(`update public.push_subscriptions set created_at = now()`)
    await host.database.execute(`update public.notification_recipients set created_at = now() - interval '1 minute'`)
    await deliver('push')

    expect(service.received).toEqual([])
  })

  test('never contacts an address that is no push service', async () => {
    await subscribe(studio.member)
    await mention(studio.member)

    const request = new Request(host.url, {
      method: 'POST',
      headers: { authorization: `Bearer ${host.keys.serviceKey}` },
      body: '{"only":"push"}',
    })
    const answer = await handler(request, { ...context, env: { ...context.env, PUSH_SERVICES: '' } })

    expect(await answer.json()).toMatchObject({
      push: { gone: 1, problems: [expect.stringContaining(`${service.url} is not a push service`)] },
    })
    expect(service.received).toEqual([])
  })
})

describe('push subscriptions', () => {
  test('can be seen and deleted by their owner only', async () => {
    await subscribe(studio.member)

    const see = async ({ client }: TestUser) => (await client.from('push_subscriptions').select('label')).data
    await studio.owner.client.from('push_subscriptions').delete().neq('id', crypto.randomUUID())

    expect(await see(studio.owner)).toEqual([])
    expect(await see(studio.member)).toEqual([{ label: 'Firefox' }])
  })

  test('pass to the next person at the same browser', async () => {
    const keys = service.subscribe('/shared')
    const args = { p_endpoint: keys.endpoint, p_p256dh: keys.p256dh, p_auth: keys.auth }
    await call(studio.member.client, 'save_push_subscription', args)
    await call(studio.viewer.client, 'save_push_subscription', args)
    await mention(studio.member)

    await deliver('push')

    expect(service.received).toEqual([])
    expect((await studio.viewer.client.from('push_subscriptions').select('id')).data).toHaveLength(1)
  })

  test('are limited to the newest twenty', async () => {
    for (let n = 0; n < 21; n += 1) await subscribe(studio.member)

    const { data } = await studio.member.client.from('push_subscriptions').select('endpoint')
    expect(data).toHaveLength(20)
    expect(data).toContainEqual({ endpoint: expect.stringMatching(new RegExp(`/${browsers}$`)) })
  })

  test.each([
    ['file:///etc/passwd'],
    ['https://user@push.example/x'],
    ['https://push.example'],
    [`https://push.example/${'x'.repeat(2000)}`],
    [''],
  ])('do not accept %.40s as an address', async (endpoint) => {
    const args = { p_endpoint: endpoint, p_p256dh: 'x'.repeat(87), p_auth: 'x'.repeat(22) }

    expect(await refusal(studio.member.client, 'save_push_subscription', args)).toMatchObject({ code: '22023' })
  })

  test('do not let anybody write when they were last told', async () => {
    await mention(studio.member)

    for (const column of ['pushed_at', 'mailed_at']) {
      const change = { [column]: new Date().toISOString() }
      const { error } = await studio.member.client
        .from('notification_recipients')
        .update(change)
        .eq('user_id', studio.member.id)
      expect(error).toMatchObject({ code: '42501' })
    }
  })
})

describe('digests', () => {
  /** Backdates the choice of digests: everything up to a day ago is done. */
  async function choose({ id }: TestUser, digest: 'daily' | 'weekly', doneFor = '2020-01-01'): Promise<void> {
    await host.database.execute(`
      update public.user_profiles set digest = '${digest}' where id = '${id}';
      update private.digest_runs set sent_for = '${doneFor}' where user_id = '${id}';
    `)
  }

  test('contain what the person has not seen, once', async () => {
    await choose(studio.member, 'daily')
    await mention(studio.member, 'Look at <b>the hands</b> & "feet"')

    expect(await answerOf('digests')).toEqual({ push: null, digests: { sent: 1, later: 0, problems: [] } })
    await host.database.execute(`update private.digest_runs set sent_for = '2020-01-01'`)
    expect(await answerOf('digests')).toMatchObject({ digests: { sent: 0 } })

    const [mail] = smtp.mails
    const content = (mail?.content ?? '').replaceAll('=\r\n', '').replaceAll('=3D', '=')
    expect(mail).toMatchObject({ from: 'xsheet@northlight.example', to: studio.member.email })
    expect(content).toMatch(/^Subject: 1 notification in Xsheet\r$/m)
    expect(content).toMatch(
      /^List-Unsubscribe:\s+<http:\/\/127\.0\.0\.1:\d+\/functions\/v1\/stop-digest\?token=[0-9a-f-]{36}>/m,
    )
    expect(content).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)
    expect(content).toMatch(/^Auto-Submitted: auto-generated\r$/m)
    expect(content).toContain('Lea Lead mentioned you')
    expect(content).toContain('https://xsheet.northlight.example/studio/blue-unicorn/project/comet/')
    expect(content).toContain('https://xsheet.northlight.example/#user-settings')
    expect(content).toContain('Look at &lt;b&gt;the hands&lt;/b&gt; &amp; &quot;feet&quot;')
  })

  test('go only to those who asked for them', async () => {
    await choose(studio.viewer, 'daily')
    await mention(studio.member)

    await deliver('digests')

    expect(smtp.mails).toEqual([])
  })

  test('are retried when the mail server fails, with nothing lost or told twice', async () => {
    await choose(studio.member, 'daily')
    await mention(studio.member)
    smtp.refuse(true)

    expect(await answerOf('digests')).toMatchObject({
      digests: { sent: 0, later: 1, problems: [expect.stringContaining('451')] },
    })
    expect(await answerOf('digests')).toMatchObject({ digests: { sent: 0, later: 0 } })
    smtp.refuse(false)
    await host.database.execute(`update private.digest_runs set next_at = now()`)

    expect(await answerOf('digests')).toMatchObject({ digests: { sent: 1 } })
    expect(await answerOf('digests')).toMatchObject({ digests: { sent: 0 } })
    expect(smtp.mails).toHaveLength(1)
  })

  test.each([
    ['viewed it', () => `update public.notification_recipients set viewed = true`],
    ['wants none any more', () => `update public.user_profiles set notifications_enabled = false`],
    ['wants no mentions any more', () => `update public.user_profiles set notify_mentions = false`],
    [
      'was archived',
      () => `update public.studio_members set archived_at = now() where user_id = '${studio.member.id}'`,
    ],
    ['turned them off', () => `update public.user_profiles set digest = 'off'`],
  ])('are not sent to somebody who %s', async (_, statement) => {
    await choose(studio.member, 'daily')
    await mention(studio.member)
    await host.database.execute(statement())

    await deliver('digests')

    expect(smtp.mails).toEqual([])
  })

  test('start with the next one due, not at once', async () => {
    await mention(studio.member)
    const { error } = await studio.member.client
      .from('user_profiles')
      .update({ digest: 'daily' })
      .eq('id', studio.member.id)

    await deliver('digests')

    expect(error).toBeNull()
    expect(smtp.mails).toEqual([])
  })

  test.each([
    // A Saturday: 08:00 has passed in Tokyo but not in London, where it is 07:59.
    ['daily', 'Asia/Tokyo', '2026-11-21T07:59Z', '2026-11-21'],
    ['daily', 'Europe/London', '2026-11-21T07:59Z', '2026-11-20'],
    ['daily', 'Europe/London', '2026-11-21T08:00Z', '2026-11-21'],
    // Summer time begins that night in Paris: 08:00 there is 06:00 UTC.
    ['daily', 'Europe/Paris', '2026-03-29T05:59Z', '2026-03-28'],
    ['daily', 'Europe/Paris', '2026-03-29T06:00Z', '2026-03-29'],
    ['weekly', 'Europe/London', '2026-11-21T08:00Z', '2026-11-16'],
    ['weekly', 'America/Los_Angeles', '2026-11-23T15:59Z', '2026-11-16'],
    ['weekly', 'America/Los_Angeles', '2026-11-23T16:00Z', '2026-11-23'],
    ['daily', 'No/Where', '2026-11-21T08:00Z', '2026-11-21'],
    ['daily', '', '2026-11-21T07:59Z', '2026-11-20'],
  ])('a %s one in %s is, at %s, that of %s', async (...given) => {
    const [digest, zone, at, day] = given
    const [row] = await host.database.query<{ day: string }>(
      `select private.digest_day($1, $2, $3::timestamptz)::text as day`,
      [digest, zone, at],
    )

    expect(row?.day).toBe(day)
  })

  test('are ended by a POST to a mail’s link; visiting it only leads to the settings', async () => {
    await choose(studio.member, 'daily')
    await mention(studio.member)
    await deliver('digests')
    const content = smtp.mails[0]?.content.replaceAll('=\r\n', '').replaceAll('=3D', '=') ?? ''
    expect(content.match(/stop-digest/g)).toHaveLength(1)
    const token = /stop-digest\?token=([0-9a-f-]{36})/.exec(content)?.[1] ?? ''
    const url = `${host.url}/functions/v1/stop-digest?token=`
    const choice = async () =>
      (await studio.member.client.from('user_profiles').select('digest').eq('id', studio.member.id)).data

    const visit = await fetch(`${url}${token}`, { redirect: 'manual' })
    expect({ status: visit.status, to: visit.headers.get('location') }).toEqual({
      status: 303,
      to: `${host.url}/#user-settings`,
    })
    expect((await fetch(`${url}${crypto.randomUUID()}`, { method: 'POST' })).status).toBe(404)
    expect((await fetch(`${url}x`, { method: 'POST' })).status).toBe(404)
    expect(await choice()).toEqual([{ digest: 'daily' }])

    expect((await fetch(`${url}${token}`, { method: 'POST', body: 'List-Unsubscribe=One-Click' })).status).toBe(200)
    expect(await choice()).toEqual([{ digest: 'off' }])
  })
})
