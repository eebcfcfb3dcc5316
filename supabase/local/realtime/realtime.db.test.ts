import type {
  RealtimeChannel,
  RealtimeChannelOptions,
  RealtimeClientOptions,
  SupabaseClient,
} from '@supabase/supabase-js'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import WebSocket from 'ws'
import type { BareHost } from '#tests/bare-host/start-bare-host.ts'
import { startBareHost } from '#tests/bare-host/start-bare-host.ts'

const ann = '00000000-0000-4000-8000-00000000000a'
const bob = '00000000-0000-4000-8000-00000000000b'
const outsider = '00000000-0000-4000-8000-00000000000c'

// Ann and Bob are members of room 1; the outsider of none. Bob may listen to it but not send.
const schema = `
  create table if not exists public.members (room int, person uuid, can_write bool not null default true, primary key (room, person));
  alter table public.members enable row level security;
  create or replace function public.is_member(p_room text) returns boolean language sql stable security definer set search_path = '' as
    $$ select exists (select from public.members m where m.room::text = p_room and m.person = (select auth.uid())) $$;
  create or replace function public.can_write(p_room text) returns boolean language sql stable security definer set search_path = '' as
    $$ select exists (select from public.members m where m.room::text = p_room and m.person = (select auth.uid()) and m.can_write) $$;
  insert into public.members values (1, '${ann}', true), (1, '${bob}', false);

  create table public.notes (id uuid primary key default gen_random_uuid(), room int not null, body text, size numeric, tags text[]);
  create table public.marks (room int, name text, value int, primary key (room, name));
  create table public.unwatched (id int primary key);
  alter table public.notes enable row level security;
  alter table public.marks enable row level security;
  create policy "members" on public.notes for select to authenticated using (public.is_member(room::text));
  create policy "members" on public.marks for select to authenticated using (public.is_member(room::text));
  alter publication supabase_realtime add table public.notes, public.marks;

  create policy "members listen" on realtime.messages for select to authenticated
    using (extension in ('broadcast', 'presence') and public.is_member(split_part((select realtime.topic()), ':', 2)));
  create policy "writers speak" on realtime.messages for insert to authenticated
    with check (public.can_write(split_part((select realtime.topic()), ':', 2)));`

let host: BareHost
const clients: SupabaseClient[] = []
const tokens = new Map<string, string>()

beforeAll(async () => {
  host = await startBareHost(schema)
  for (const person of [ann, bob, outsider]) tokens.set(person, await host.signToken(person))
})
afterAll(() => host.stop())
beforeEach(async () => {
  await host.database.execute('truncate public.notes, public.marks')
})
afterEach(async () => {
  for (const client of clients.splice(0)) await client.removeAllChannels()
})

async function connect(person?: string, options: RealtimeClientOptions = {}): Promise<SupabaseClient> {
  return connectWith(person === undefined ? undefined : tokens.get(person), options)
}

async function connectWith(token?: string, options: RealtimeClientOptions = {}): Promise<SupabaseClient> {
  const client = host.makeClient(token, options)
  clients.push(client)
  // Without this the first join of realtime-js is sent before it knows the token.
  await client.realtime.setAuth()
  return client
}

/** Joins, and returns the outcome. */
function subscribe(channel: RealtimeChannel): Promise<{ status: string; reason?: string }> {
  return new Promise((resolve) => {
    channel.subscribe((status, error) => resolve({ status, ...(error && { reason: error.message }) }))
  })
}

type Change = { eventType: string; new: Record<string, unknown>; old: Record<string, unknown> }

/** Collects the changes a client receives. */
async function watchNotes(client: SupabaseClient, filter?: string, table = 'notes'): Promise<Change[]> {
  const changes: Change[] = []
  const channel = client
    .channel(`notes ${Math.random()}`)
    .on('postgres_changes', { event: '*', schema: 'public', table, ...(filter && { filter }) }, (change) => {
      changes.push(change as unknown as Change)
    })
  expect(await subscribe(channel)).toEqual({ status: 'SUBSCRIBED' })
  return changes
}

type Received = { event: string; payload: Record<string, unknown> }

async function listen(
  client: SupabaseClient,
  topic: string,
  config: RealtimeChannelOptions['config'] = {},
): Promise<{ channel: RealtimeChannel; received: Received[]; joined: { status: string; reason?: string } }> {
  const received: Received[] = []
  const channel = client
    .channel(topic, { config })
    .on('broadcast', { event: '*' }, (message) => received.push(message as unknown as Received))
  return { channel, received, joined: await subscribe(channel) }
}

async function reach(items: readonly unknown[], count: number): Promise<void> {
  await expect.poll(() => items.length, { timeout: 5000 }).toBe(count)
}

/** A message sent after everything else: once it is here, everything before it has arrived. */
async function flush(): Promise<void> {
  const { received } = await listen(await connect(ann), 'flush')
  await host.database.query(`select realtime.send('{}', 'flush', 'flush', false)`)
  await host.database.query(`insert into public.unwatched values ($1)`, [Math.floor(Math.random() * 2 ** 31)])
  await reach(received, 1)
}

test('tells members of a change, and nobody else', async () => {
  const insider = await watchNotes(await connect(ann))
  const other = await watchNotes(await connect(outsider))
  const anonymous = await watchNotes(await connect())

  await host.database.query(`insert into public.notes (room, body, size, tags) values (1, 'hello', 1.50, '{a,b}')`)
  await reach(insider, 1)
  await flush()

  expect(insider[0]).toMatchObject({
    eventType: 'INSERT',
    new: { room: 1, body: 'hello', size: 1.5, tags: ['a', 'b'] },
  })
  expect(other).toEqual([])
  expect(anonymous).toEqual([])
})

test('tells of updates with the new row and of deletions with the key only', async () => {
  await host.database.query(`insert into public.notes (room, body) values (1, 'before')`)
  await flush()
  const changes = await watchNotes(await connect(ann))

  await host.database.query(`update public.notes set body = 'after'`)
  await reach(changes, 1)
  await host.database.query(`delete from public.notes`)
  await reach(changes, 2)

  expect(changes[0]).toMatchObject({ eventType: 'UPDATE', new: { body: 'after' }, old: { id: expect.any(String) } })
  expect(changes[1]?.eventType).toBe('DELETE')
  expect(Object.keys(changes[1]?.old ?? {})).toEqual(['id'])
})

test('knows the rows of a table without id by their primary key', async () => {
  const insider = await watchNotes(await connect(ann), undefined, 'marks')
  const other = await watchNotes(await connect(outsider), undefined, 'marks')

  await host.database.query(`insert into public.marks values (1, 'it''s "quoted"', 5), (2, 'elsewhere', 6)`)
  await reach(insider, 1)
  await host.database.query(`delete from public.marks where room = 1`)
  await reach(insider, 2)
  await flush()

  expect(insider.map(({ eventType }) => eventType)).toEqual(['INSERT', 'DELETE'])
  expect(insider[1]?.old).toEqual({ room: 1, name: `it's "quoted"` })
  expect(other.filter(({ eventType }) => eventType !== 'DELETE')).toEqual([])
})

test.each([
  ['body=eq.b', ['b']],
  ['body=neq.b', ['a', 'c']],
  ['size=lt.2', ['a']],
  ['size=lte.2', ['a', 'b']],
  ['size=gt.2', ['c']],
  ['size=gte.10', ['c']],
  ['body=in.(a,c)', ['a', 'c']],
  ['size=gt.1,size=lt.10', ['b']],
])('tells only of the changes that the filter %s finds', async (filter, bodies) => {
  const changes = await watchNotes(await connect(ann), filter)

  await host.database.query(`insert into public.notes (room, body, size) values (1, 'a', 1), (1, 'b', 2), (1, 'c', 10)`)
  await reach(changes, bodies.length)
  await flush()

  expect(changes.map((change) => change.new['body'])).toEqual(bodies)
})

test('a rolled-back change is never sent', async () => {
  const changes = await watchNotes(await connect(ann))

  const work = host.database.transaction(async (transaction) => {
    await transaction.query(`insert into public.notes (room, body) values (1, 'undone')`)
    throw new Error('undo')
  })
  await expect(work).rejects.toThrow('undo')
  await flush()

  expect(changes).toEqual([])
})

test('five hundred rows of one statement are sent one by one, five thousand not at all', async () => {
  const changes = await watchNotes(await connect(ann))

  await host.database.query(`insert into public.notes (room) select 1 from generate_series(1, 500)`)
  await reach(changes, 500)
  await host.database.query(`insert into public.notes (room) select 1 from generate_series(1, 4500)`)
  await host.database.query(`update public.notes set body = 'all'`)
  await host.database.query(`insert into public.notes (room, body) values (1, 'next')`)
  await reach(changes, 501)

  expect(changes.at(-1)?.new['body']).toBe('next')
})

test('statements of many concurrent transactions are each sent once', async () => {
  const changes = await watchNotes(await connect(ann))

  await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      host.database.query(`insert into public.notes (room, body) select 1, $1 || n from generate_series(1, 5) n`, [
        `${index}-`,
      ]),
    ),
  )
  await reach(changes, 100)
  await flush()

  expect(new Set(changes.map((change) => change.new['body'])).size).toBe(100)
})

test.each(['1.0.0', '2.0.0'])('broadcasts to others, and to the sender on request, in protocol %s', async (vsn) => {
  const quiet = await listen(await connect(ann, { vsn }), 'room', { broadcast: { ack: true } })
  const loud = await listen(await connect(ann, { vsn }), 'room', { broadcast: { ack: true, self: true } })

  const answer = await quiet.channel.send({ type: 'broadcast', event: 'cursor', payload: { x: 1, name: 'ü' } })
  await loud.channel.send({ type: 'broadcast', event: 'cursor', payload: { x: 2 } })
  await reach(loud.received, 2)
  await reach(quiet.received, 1)

  expect(answer).toBe('ok')
  expect(loud.received[0]).toMatchObject({ type: 'broadcast', event: 'cursor', payload: { x: 1, name: 'ü' } })
})

test('broadcasts bytes as bytes', async () => {
  const sender = await listen(await connect(ann), 'bytes')
  const receiver = await listen(await connect(bob), 'bytes')

  await sender.channel.send({ type: 'broadcast', event: 'raw', payload: new Uint8Array([1, 2, 255]).buffer })
  await reach(receiver.received, 1)

  expect([...new Uint8Array(receiver.received[0]?.payload as unknown as ArrayBuffer)]).toEqual([1, 2, 255])
})

test('broadcasts over HTTP before joining', async () => {
  const { received } = await listen(await connect(bob), 'over http')

  const sent = await host.realtime.answer(
    new Request(`${host.url}/realtime/v1/api/broadcast`, {
      method: 'POST',
      headers: { apikey: host.keys.publishableKey, authorization: `Bearer ${tokens.get(ann)}` },
      body: JSON.stringify({ messages: [{ topic: 'over http', event: 'hi', payload: { n: 1 }, private: false }] }),
    }),
  )
  await reach(received, 1)

  expect(sent.status).toBe(202)
  expect(received[0]).toMatchObject({ event: 'hi', payload: { n: 1 } })
})

test('a private channel admits those its policies admit, and tells others why not', async () => {
  const insider = await listen(await connect(ann), 'room:1', { private: true })
  const other = await listen(await connect(outsider), 'room:1', { private: true })
  const anonymous = await listen(await connect(), 'room:1', { private: true })

  expect(insider.joined).toEqual({ status: 'SUBSCRIBED' })
  for (const { joined } of [other, anonymous])
    expect(joined).toEqual({
      status: 'CHANNEL_ERROR',
      reason: 'Unauthorized: You do not have permissions to read from this Channel topic: room:1',
    })
})

test('people who may only listen to a private channel cannot send on it, nor from its public namesake', async () => {
  const writer = await listen(await connect(ann), 'room:1', { private: true, broadcast: { ack: true } })
  const reader = await listen(await connect(bob), 'room:1', { private: true, broadcast: { ack: true } })
  const namesake = await listen(await connect(outsider), 'room:1', { broadcast: { ack: true } })

  const refused = await reader.channel.send({ type: 'broadcast', event: 'a', payload: {} })
  await namesake.channel.send({ type: 'broadcast', event: 'b', payload: {} })
  const accepted = await writer.channel.send({ type: 'broadcast', event: 'c', payload: {} })
  await reach(reader.received, 1)
  await flush()

  expect([refused, accepted]).toEqual(['error', 'ok'])
  expect(reader.received[0]?.event).toBe('c')
  expect(writer.received).toEqual([])
  expect(namesake.received).toEqual([])
})

test('checking who may join leaves no message behind and delivers none', async () => {
  const { received } = await listen(await connect(ann), 'room:1', { private: true })

  await listen(await connect(bob), 'room:1', { private: true })
  await flush()
  const rows = await host.database.query(`select from realtime.messages where topic = 'room:1'`)

  expect(received).toEqual([])
  expect(rows).toEqual([])
})

test('a message sent from SQL arrives after commit, at those who may read the topic', async () => {
  const insider = await listen(await connect(ann), 'room:1', { private: true })
  const namesake = await listen(await connect(outsider), 'room:1')
  const long = 'x'.repeat(20_000)

  await host.database.transaction(async (transaction) => {
    await transaction.query(
      `select realtime.send(jsonb_build_object('rev', 7, 'long', $1::text), 'rev', 'room:1', true)`,
      [long],
    )
    await transaction.query(`select realtime.send('{"rev": 8}', 'rev', 'room:1')`)
  })
  await reach(insider.received, 2)
  await flush()

  expect(insider.received[0]).toMatchObject({ type: 'broadcast', event: 'rev', payload: { rev: 7, long } })
  expect(insider.received.map(({ payload }) => payload['rev'])).toEqual([7, 8])
  expect(namesake.received).toEqual([])
})

test('a message sent in a rolled-back transaction never arrives', async () => {
  const { received } = await listen(await connect(ann), 'room:1', { private: true })

  const work = host.database.transaction(async (transaction) => {
    await transaction.query(`select realtime.send('{"rev": 9}', 'rev', 'room:1')`)
    throw new Error('undo')
  })
  await expect(work).rejects.toThrow('undo')
  await flush()

  expect(received).toEqual([])
})

test('shows who is present, and removes them when they leave or their socket breaks', async () => {
  const watcher = await connect(ann)
  const leaves: string[] = []
  const channel = watcher
    .channel('present', { config: { presence: { key: 'ann' } } })
    .on('presence', { event: 'leave' }, ({ key }) => leaves.push(key))
  await subscribe(channel)
  const others: RealtimeChannel[] = []
  for (const key of ['bob', 'constructor'])
    others.push((await connect(bob)).channel('present', { config: { presence: { key } } }))
  for (const other of others) await subscribe(other)

  for (const other of others) await other.track({ at: 'shot 10' })
  await channel.track({ at: 'shot 20' })
  await channel.track({ at: 'shot 30' })
  const present = (): unknown =>
    Object.entries(channel.presenceState()).map(([key, metas]) => [
      key,
      (metas as unknown as { at: string }[]).map(({ at }) => at),
    ])
  await expect.poll(present).toEqual([
    ['bob', ['shot 10']],
    ['constructor', ['shot 10']],
    ['ann', ['shot 30']],
  ])
  await others[1]?.untrack()
  void clients[1]?.realtime.disconnect()

  await expect.poll(present).toEqual([['ann', ['shot 30']]])
  expect(leaves).toContain('bob')
})

test('a newcomer learns who is already present', async () => {
  const first = (await connect(ann)).channel('there', { config: { presence: { key: 'ann' } } })
  await subscribe(first)
  await first.track({ at: 'shot 10' })

  const second = (await connect(bob)).channel('there').on('presence', { event: 'sync' }, () => {})
  await subscribe(second)

  await expect.poll(() => Object.keys(second.presenceState())).toEqual(['ann'])
})

test('ends a channel when its token expires, unless a new one came in time', async () => {
  const short = await connectWith(await host.signToken(ann, '2s'))
  const renewed = await connectWith(await host.signToken(ann, '2s'))
  const statuses: string[] = []
  const reasons: string[] = []
  const channel = short
    .channel('room:1', { config: { private: true } })
    .on('system', {}, ({ message }: { message: string }) => reasons.push(message))
  await new Promise<void>((resolve) => {
    channel.subscribe((status) => {
      statuses.push(status)
      resolve()
    })
  })
  const lasting = await listen(renewed, 'room:1', { private: true })

  lasting.channel.socket.accessToken = async () => tokens.get(ann) ?? ''
  await lasting.channel.socket.setAuth()
  await expect.poll(() => statuses, { timeout: 8000 }).toEqual(['SUBSCRIBED', 'CLOSED'])
  await host.database.query(`select realtime.send('{}', 'rev', 'room:1')`)
  await reach(lasting.received, 1)

  expect(reasons).toEqual(['Access token has expired'])
})

test('an expired token does not join', async () => {
  const client = await connectWith(await host.signToken(ann, '-1s'))

  const { joined } = await listen(client, 'anything')

  expect(joined).toEqual({
    status: 'CHANNEL_ERROR',
    reason: 'InvalidJWTToken: This session has expired: sign in again',
  })
})

test('a new token without read access ends the channel', async () => {
  const client = await connect(ann)
  const statuses: string[] = []
  const channel = client.channel('room:1', { config: { private: true } })
  channel.subscribe((status) => statuses.push(status))
  await expect.poll(() => statuses).toEqual(['SUBSCRIBED'])

  channel.socket.accessToken = async () => tokens.get(outsider) ?? ''
  await channel.socket.setAuth()

  await expect.poll(() => statuses).toEqual(['SUBSCRIBED', 'CLOSED'])
})

test('somebody who loses the right to listen is removed at once and receives nothing more; the others stay', async () => {
  await host.database.query(`select realtime.watch_rights('members')`)
  const statuses: string[] = []
  const received: unknown[] = []
  const channel = (await connect(bob))
    .channel('room:1', { config: { private: true } })
    .on('broadcast', { event: '*' }, (message) => received.push(message))
  await new Promise<void>((resolve) => {
    channel.subscribe((status) => {
      statuses.push(status)
      resolve()
    })
  })
  const staying = await listen(await connect(ann), 'room:1', { private: true })

  await host.database.query('delete from public.members where room = 1 and person = $1', [bob])
  await expect.poll(() => statuses).toEqual(['SUBSCRIBED', 'CLOSED'])
  await host.database.query(`select realtime.send('{}', 'rev', 'room:1')`)
  await reach(staying.received, 1)

  expect(received).toEqual([])
  await host.database.query('insert into public.members values (1, $1, false)', [bob])
})

/** A socket without a client library. */
function openSocket(query = `apikey=${host.keys.publishableKey}&vsn=2.0.0`): WebSocket {
  return new WebSocket(`${host.url.replace('http', 'ws')}/realtime/v1/websocket?${query}`)
}

function collect(socket: WebSocket): unknown[] {
  const messages: unknown[] = []
  socket.on('message', (data: Buffer) => messages.push(JSON.parse(data.toString('utf8'))))
  return messages
}

test('admits no socket without one of the keys', async () => {
  const socket = openSocket('apikey=guess')

  const error = await new Promise<Error>((resolve) => void socket.on('error', resolve))

  expect(error.message).toContain('401')
})

test('answers in the protocol that a client asks for', async () => {
  const socket = openSocket(`apikey=${host.keys.publishableKey}&vsn=1.0.0`)
  const messages = collect(socket)
  await new Promise((resolve) => void socket.on('open', resolve))

  socket.send(JSON.stringify({ topic: 'phoenix', event: 'heartbeat', payload: {}, ref: '7' }))
  await reach(messages, 1)
  socket.close()

  expect(messages[0]).toMatchObject({ topic: 'phoenix', event: 'phx_reply', ref: '7', payload: { status: 'ok' } })
})

test('malformed frames do no harm', async () => {
  const socket = openSocket()
  const messages = collect(socket)
  await new Promise((resolve) => void socket.on('open', resolve))
  const bad = [
    '',
    '{',
    'null',
    '[]',
    '[1,2,3]',
    '["1","1","realtime:x","phx_join",null]',
    '["1","1","realtime:","phx_join",{}]',
  ]
  const binary = [[], [3], [3, 255, 255, 255, 255, 255, 1], [9, 0, 0, 0, 0, 0, 0], [3, 0, 0, 1, 0, 0, 1, 65, 123]]

  for (const text of bad) socket.send(text)
  for (const bytes of binary) socket.send(Buffer.from(bytes))
  socket.send(JSON.stringify([null, 'last', 'phoenix', 'heartbeat', {}]))
  await expect.poll(() => messages.some((message) => Array.isArray(message) && message[1] === 'last')).toBe(true)
  socket.close()
})

test('limits the channels of a socket and the size of a frame', async () => {
  const socket = openSocket()
  const messages = collect(socket)
  await new Promise((resolve) => void socket.on('open', resolve))
  const closed = new Promise<number>((resolve) => void socket.on('close', resolve))

  for (let index = 1; index <= 101; index += 1)
    socket.send(JSON.stringify([String(index), String(index), `realtime:${index}`, 'phx_join', {}]))
  await reach(messages, 101)
  socket.send('x'.repeat(2 * 1024 * 1024))

  expect(messages[99]).toMatchObject(['100', '100', 'realtime:100', 'phx_reply', { status: 'ok' }])
  expect(messages[100]).toMatchObject(['101', '101', 'realtime:101', 'phx_reply', { status: 'error' }])
  expect(await closed).toBe(1009)
})
