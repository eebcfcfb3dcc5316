import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { createServer, request as ask, type Server } from 'node:http'
import { connect as connectTo, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createClient, type RealtimeChannel, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { aStudio, aTask, insert, type TestStudio } from '#tests/database/a-studio.ts'
import { bareEnv } from '#tests/host/bare-env.ts'
import type { FreshDatabase } from '#tests/host/postgres.ts'
import { startTestHost, type TestHost } from '#tests/host/start-test-host.ts'
import { cloneDatabase, toSettings } from '#tests/host/template.ts'
import { openDatabase } from '../database.ts'
import { startHost } from '../server.ts'
import { claimRun } from './install.ts'
import { joinPeers } from './peers.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'xsheet-hosts-'))
const media = path.join(folder, 'media')
let database: FreshDatabase
let first: TestHost
let second: TestHost
let studio: TestStudio

/** A data folder for one host, with the files that all hosts share. */
function aFolder(): string {
  const own = path.join(folder, randomUUID())
  mkdirSync(own)
  symlinkSync(media, path.join(own, 'media'))
  return own
}

beforeAll(async () => {
  mkdirSync(media)
  database = await cloneDatabase(folder, false)
  const start = async (): Promise<TestHost> =>
    await startTestHost({ settings: { databaseUrl: database.url, dataDirectory: aFolder() } })
  first = await start()
  second = await start()
  studio = await aStudio(first)
})
afterAll(async () => {
  await first.close()
  await second.close()
  await database.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** The same person's session on a host. */
async function onHost({ url, keys }: Pick<TestHost, 'url' | 'keys'>, from: SupabaseClient): Promise<SupabaseClient> {
  const options = { auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false } }
  const client = createClient(url, keys.publishableKey, options)
  const { data } = await from.auth.getSession()
  const { access_token = '', refresh_token = '' } = data.session ?? {}
  const { error } = await client.auth.setSession({ access_token, refresh_token })
  if (error) throw error
  await client.realtime.setAuth(access_token)
  onTestFinished(async () => void (await client.removeAllChannels()))
  return client
}

async function subscribe(channel: RealtimeChannel): Promise<void> {
  const joined = Promise.withResolvers<void>()
  channel.subscribe((state, error) => {
    if (state === 'SUBSCRIBED') joined.resolve()
    else if (error !== undefined) joined.reject(error)
  })
  await joined.promise
}

test('hosts on one database share their keys: a sign-in on one counts on all', async () => {
  const there = await onHost(second, studio.lead.client)

  expect(second.keys).toEqual(first.keys)
  expect((await there.from('studios').select('id')).data).toEqual([{ id: studio.id }])
})

test('changes and broadcasts on one host reach clients of another', async () => {
  const there = await onHost(second, studio.lead.client)
  const heard: unknown[] = []
  const news = there.channel(`studio:${studio.id}`, { config: { private: true } })
  await subscribe(news.on('broadcast', { event: '*' }, ({ event }) => heard.push(event)))
  const pointers = there.channel('pointers')
  await subscribe(pointers.on('broadcast', { event: 'at' }, ({ payload }) => heard.push(payload)))
  const here = studio.owner.client.channel('pointers')
  await subscribe(here)

  await insert(studio.owner.client, 'projects', { studio_id: studio.id, name: 'Blue' })
  await expect.poll(() => heard).toContain('rev')
  await here.send({ type: 'broadcast', event: 'at', payload: { x: 1 } })
  // Longer than a Postgres notification may be.
  await here.send({ type: 'broadcast', event: 'at', payload: { stroke: 'x'.repeat(20_000) } })

  await expect.poll(() => heard).toContainEqual({ stroke: 'x'.repeat(20_000) })
  expect(heard.filter((each) => typeof each === 'object')).toEqual([{ x: 1 }, { stroke: 'x'.repeat(20_000) }])
  await studio.owner.client.removeAllChannels()
})

test('an upload that began on one host continues on another', async () => {
  const { client } = studio.owner
  const { task } = await aTask(studio)
  const file = { filename: 'film.mp4', content_type: 'video/mp4', size_bytes: 10 }
  const { data } = await client.functions.invoke<{ uploads: { r2_key: string }[] }>('upload-attachment', {
    body: { files: [file], studio_id: studio.id, task_id: task.id },
  })
  const key = data?.uploads[0]?.r2_key ?? ''
  const token = (await client.auth.getSession()).data.session?.access_token
  type Sent = { method?: string; body?: string; headers?: Record<string, string> }
  const send = async (host: TestHost, place: string, init: Sent): Promise<Response> =>
    await fetch(new URL(place, host.url), {
      ...init,
      headers: { 'tus-resumable': '1.0.0', authorization: `Bearer ${token}`, ...init.headers },
    })
  const patch = async (host: TestHost, body: string, at: number): Promise<Response> =>
    await send(host, pathname, {
      method: 'PATCH',
      body,
      headers: { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(at) },
    })
  const about = { bucketName: 'media', objectName: key, contentType: 'video/mp4' }
  const metadata = Object.entries(about).map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)

  const created = await send(first, '/storage/v1/upload/resumable', {
    method: 'POST',
    headers: { 'upload-length': '10', 'upload-metadata': metadata.join(',') },
  })
  const { pathname } = new URL(created.headers.get('location') ?? '', first.url)
  await patch(first, '01234', 0)
  const head = await send(second, pathname, { method: 'HEAD' })
  const rest = await patch(second, '56789', 5)
  const got = await send(first, `/storage/v1/object/authenticated/media/${key}`, {})

  expect([created.status, head.headers.get('upload-offset'), rest.status]).toEqual([201, '5', 204])
  expect(await got.text()).toBe('0123456789')
})

test('presence is known on all hosts, and ends with its host', async () => {
  const third = await startHost({ ...toSettings(aFolder()), databaseUrl: database.url })
  onTestFinished(() => third.close())
  const here = studio.owner.client.channel('room', { config: { presence: { key: 'olga' } } })
  await subscribe(here.on('presence', { event: 'sync' }, () => undefined))
  await here.track({ at: 'shot 10' })
  const there = (await onHost(third, studio.lead.client)).channel('room', { config: { presence: { key: 'lea' } } })
  await subscribe(there.on('presence', { event: 'sync' }, () => undefined))

  await expect.poll(() => Object.keys(there.presenceState())).toEqual(['olga'])
  await there.track({ at: 'shot 20' })
  await expect.poll(() => Object.keys(here.presenceState()).toSorted()).toEqual(['lea', 'olga'])
  await third.close()

  await expect.poll(() => Object.keys(here.presenceState())).toEqual(['olga'])
  await studio.owner.client.removeAllChannels()
})

test('a host that falls silent is considered gone', async () => {
  const pace = { beatEveryMs: 50, silentMs: 400 }
  const connections = await Promise.all(
    [1, 2].map(() => openDatabase({ dataDirectory: folder, databaseUrl: database.url })),
  )
  const [own, others] = connections
  if (own === undefined || others === undefined) throw new Error('No connections')
  const place = await aPlace()
  const watcher = await joinPeers(own, place, pace)
  onTestFinished(async () => {
    await watcher.close()
    await own.close()
  })
  const lost: string[] = []
  const heard: string[] = []
  watcher.follow({ hear: (host, { kind }) => heard.push(`${kind} ${host}`), lose: (host) => lost.push(host) })
  const silent = await joinPeers(others, place, pace)
  silent.follow({ hear: () => undefined, lose: () => undefined })
  await expect.poll(() => heard.some((each) => each.startsWith('hello '))).toBe(true)
  const [hello = ''] = heard.filter((each) => each.startsWith('hello '))

  // Its connections break, as when a process is killed.
  await others.close()

  await expect.poll(() => lost).toContain(hello.slice('hello '.length))
  await silent.close().catch(() => undefined)
})

/** Where the hosts of these tests keep their files. */
async function aPlace(): Promise<string> {
  const [row] = await first.database.query<{ place: string }>('select media_place as place from hosts.alive limit 1')
  return row?.place ?? ''
}

test('a scheduled job is begun by one of the hosts each time', async () => {
  const job = { name: 'a job', everyMs: 60_000 }
  const claims = [first, second, first].map(async ({ database: its }) => await claimRun(its, job))
  const begun = await Promise.all(claims)
  await first.database.query("update hosts.runs set begun_at = begun_at - interval '46 seconds' where job = 'a job'")

  expect(begun.filter(Boolean)).toHaveLength(1)
  expect(await claimRun(second.database, job)).toBe(true)
  expect(await claimRun(first.database, job)).toBe(false)
})

test('a job due every six hours is begun by a host that runs for minutes, and not again by the next', async () => {
  const [everyMs, askedEveryMs] = [6 * 60 * 60_000, 10 * 60_000]
  const claim = async (): Promise<boolean> =>
    await claimRun(first.database, { name: 'a rare job', everyMs, askedEveryMs })
  const begun = [await claim(), await claim()]
  await first.database.query("update hosts.runs set begun_at = begun_at - interval '5 hours' where job = 'a rare job'")
  begun.push(await claim())
  await first.database.query("update hosts.runs set begun_at = begun_at - interval '1 hour' where job = 'a rare job'")
  begun.push(await claim())

  expect(begun).toEqual([true, false, false, true])
})

test('a host that keeps its files elsewhere is refused with a message while others run', async () => {
  const elsewhere = mkdtempSync(path.join(folder, 'elsewhere-'))

  await expect(startHost({ ...toSettings(elsewhere), databaseUrl: database.url })).rejects.toThrow(
    'Another host on this database keeps its files in another place',
  )
})

test('two hosts starting at once on an empty database both serve it', async () => {
  const admin = await openDatabase({ dataDirectory: folder, databaseUrl: database.url })
  const name = `empty_${randomUUID().replaceAll('-', '')}`
  await admin.execute(`create database ${name}`)
  const url = new URL(database.url)
  url.pathname = name
  const started = await Promise.all(
    [1, 2].map(async () => await startHost({ ...toSettings(aFolder()), databaseUrl: url.href })),
  )
  const answers = await Promise.all(started.map(async (host) => (await fetch(`${host.url}/healthz`)).status))
  await Promise.all(started.map(async (host) => await host.close()))
  await admin.execute(`drop database ${name} with (force)`)
  await admin.close()

  expect(answers).toEqual([200, 200])
})

/** Hosts in their own processes; each request goes to the next one that answers, as with a proxy. */
async function aProxy(hosts: readonly { url: string }[]): Promise<{ url: string; server: Server }> {
  let turn = 0
  const next = (): URL => new URL(hosts[(turn += 1) % hosts.length]?.url ?? '')
  const server = createServer((incoming, answer) => {
    const { hostname, port } = next()
    const sent = ask({ hostname, port, path: incoming.url, method: incoming.method, headers: incoming.headers })
    sent.on('response', (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(answer)
      response.on('error', () => answer.destroy())
    })
    sent.on('error', () => (answer.headersSent ? answer.destroy() : answer.writeHead(502).end()))
    incoming.pipe(sent)
  })
  server.on('upgrade', (incoming, socket) => {
    const { hostname, port } = next()
    const through = connectTo(Number(port), hostname, () => {
      const headers = Object.entries(incoming.headers).map(([name, value]) => `${name}: ${String(value)}`)
      through.write(`GET ${incoming.url} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`)
      socket.pipe(through).pipe(socket)
    })
    for (const end of [socket, through]) {
      end.on('error', () => undefined)
      end.on('close', () => (socket.destroy(), through.destroy()))
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server }
}

async function aProcess(): Promise<{ url: string; child: ChildProcess }> {
  const main = path.join(import.meta.dirname, '..', 'main.ts')
  const settings = { XSHEET_DATA: aFolder(), DATABASE_URL: database.url, XSHEET_DEMO: '0', PORT: '0' }
  const env = { ...bareEnv, ...settings }
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ready = Promise.withResolvers<string>()
  child.stdout.on('data', (text) => {
    const [, url] = /running at (\S+)/.exec(String(text)) ?? []
    if (url !== undefined) ready.resolve(url)
  })
  child.once('exit', () => ready.reject(new Error('The host ended before it was ready')))
  return { url: await ready.promise, child }
}

test('one of three hosts is killed under load: each write is there once, and windows continue', async () => {
  const hosts = await Promise.all([aProcess(), aProcess(), aProcess()])
  const { url, server } = await aProxy(hosts)
  onTestFinished(async () => {
    for (const { child } of hosts) child.kill('SIGKILL')
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const client = await onHost({ url, keys: first.keys }, studio.owner.client)
  const heard: string[] = []
  const windows = await Promise.all(
    [1, 2, 3].map(async () => await onHost({ url, keys: first.keys }, studio.owner.client)),
  )
  for (const [at, window] of windows.entries()) {
    const channel = window.channel(`studio:${studio.id}`, { config: { private: true } })
    await subscribe(channel.on('broadcast', { event: '*' }, () => heard.push(String(at))))
  }
  const [, victim] = hosts
  const rows = Array.from({ length: 120 }, (_, at) => ({
    id: randomUUID(),
    studio_id: studio.id,
    name: `Project ${at}`,
  }))
  const write = async (row: (typeof rows)[number], at: number): Promise<void> => {
    const request = { p_table: 'projects', p_rows: [row], p_operation_id: randomUUID() }
    if (at === 40) victim.child.kill('SIGKILL')
    for (;;) {
      const { error } = await client.rpc('insert_rows', request)
      if (error === null) return
      // Only an answer from a host counts; anything else is retried.
      if (/^[0-9A-Z]{5}$/.test(error.code ?? '')) throw new Error(error.message)
    }
  }
  for (let at = 0; at < rows.length; at += 4)
    await Promise.all(rows.slice(at, at + 4).map(async (row, index) => await write(row, at + index)))
  const [count] = await first.database.query<{ count: number }>(
    "select count(*)::int as count from public.projects where studio_id = $1 and name like 'Project %'",
    [studio.id],
  )

  expect(count).toEqual({ count: 120 })
  // The window that was connected to it reconnects.
  await expect
    .poll(
      async () => {
        heard.length = 0
        await studio.owner.client
          .from('studios')
          .update({ name: `Blue ${randomUUID()}` })
          .eq('id', studio.id)
        await new Promise((resolve) => setTimeout(resolve, 300))
        return new Set(heard).size
      },
      { timeout: 30_000 },
    )
    .toBe(3)
})
