import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openDatabase } from '#supabase/local/database.ts'
import { seedLarge } from '#supabase/seed/large.ts'
import { bareEnv } from '#tests/host/bare-env.ts'
import { startTestHost } from '#tests/host/start-test-host.ts'
import { cloneDatabase, toSettings } from '#tests/host/template.ts'
import { toPercentiles } from './cpu.ts'

// `node bench/scale/webhooks.ts [events] [kills]`: a receiver that fails three times in ten while the host is killed
// repeatedly. Prints deliveries that were lost, duplicated or out of order and then, with both healthy, how long a
// change takes to arrive.
const wanted = Number(process.argv[2] ?? 10_000)
const kills = Number(process.argv[3] ?? 20)
const perCall = Math.min(500, wanted)

type Got = {
  readonly id: string
  readonly seq: number
  readonly task: string
  readonly at: number
  readonly ms: number
}
const got: Got[] = []
let isFailing = true
const receiver = createServer((request, response) => {
  let body = ''
  request.on('data', (piece: Buffer) => (body += piece.toString()))
  request.on('end', () => {
    const { data }: { data: { seq: number; task_id: string; at: string } } = JSON.parse(body)
    const isRefused = isFailing && Math.random() < 0.3
    const at = Date.now()
    if (!isRefused)
      got.push({
        id: String(request.headers['webhook-id']),
        seq: data.seq,
        task: data.task_id,
        at,
        ms: at - Date.parse(data.at),
      })
    response.writeHead(isRefused ? 503 : 204).end()
  })
})
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
const { port } = receiver.address() as AddressInfo // it listens on a port

const folder = mkdtempSync(path.join(tmpdir(), 'xsheet-webhooks-'))
mkdirSync(path.join(folder, 'data'))
const fresh = await cloneDatabase(folder, false)
process.env['WEBHOOKS_REACH_INSIDE'] = '1'
const maker = await startTestHost({ settings: { databaseUrl: fresh.url, dataDirectory: path.join(folder, 'data') } })
const studio = await seedLarge(maker.database, { items: 1000, spaces: 2, stages: 2 })
await maker.close()
const database = await openDatabase({ ...toSettings(path.join(folder, 'data')), databaseUrl: fresh.url })
const as = { role: 'authenticated', sub: studio.ownerId } as const
const call = async (sql: string, values: readonly unknown[]): Promise<void> => {
  await database.asUser(as, async (user) => void (await user.query(sql, [...values])))
}
await call('select public.save_webhook($1, $2, $3, $4, $5)', [
  studio.studioId,
  randomUUID(),
  'Farm',
  `http://127.0.0.1:${port}/hook`,
  ['task.changed'],
])
const tasks = await database.query<{ id: string }>(
  'select id from public.item_tasks where not is_disabled order by id limit $1',
  [perCall],
)
const ids = tasks.map(({ id }) => id)

let host: ChildProcess | undefined
async function startHost(): Promise<void> {
  const settings = { XSHEET_DATA: path.join(folder, 'data'), DATABASE_URL: fresh.url, XSHEET_DEMO: '0', PORT: '0' }
  const main = path.join(import.meta.dirname, '../../supabase/local/main.ts')
  const child = spawn(process.execPath, [main], {
    env: { ...bareEnv, ...settings, WEBHOOKS_REACH_INSIDE: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  host = child
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (text) => /running at/.test(String(text)) && resolve())
    child.once('exit', () => reject(new Error('The host ended before it was ready')))
  })
}
const pause = async (ms: number): Promise<void> => await new Promise((resolve) => setTimeout(resolve, ms))
async function killHost(): Promise<void> {
  const ended = new Promise((resolve) => host?.once('exit', resolve))
  host?.kill('SIGKILL')
  await ended
}

let written = 0
let priority = 0
async function change(): Promise<void> {
  priority = (priority % 9) + 1
  await call('select public.update_tasks($1::uuid[], $2, $3::jsonb)', [ids, 'priority', JSON.stringify(priority)])
  written += perCall
}
const count = async (): Promise<number> => {
  const [row] = await database.query<{ n: number }>(
    `select count(*)::int as n from private.webhook_deliveries where state = 'waiting'`,
  )
  return row?.n ?? 0
}

const begun = Date.now()
await startHost()
for (let turn = 0; turn < kills; turn += 1) {
  while (written < (wanted * (turn + 1)) / kills) await change()
  await pause(500 + Math.random() * 2500)
  await killHost()
  await startHost()
}
const killed = Date.now()
while (Date.now() - killed < 3_600_000 && (new Set(got.map(({ seq }) => seq)).size < written || (await count()) > 0))
  await pause(1000)
report('with kills', got)
console.info(
  `${((killed - begun) / 1000).toFixed(0)} s of kills, all told after ${((Date.now() - begun) / 1000).toFixed(0)} s, ${await count()} waiting`,
)

got.length = 0
isFailing = false
const before = written
for (let turn = 0; turn < 20; turn += 1) {
  await call('select public.update_tasks($1::uuid[], $2, $3::jsonb)', [
    ids.slice(turn * 5, turn * 5 + 5),
    'priority',
    JSON.stringify(turn % 2 === 0 ? 7 + (priority % 2) : 5 + (priority % 2)),
  ])
  await pause(300 + Math.random() * 900)
}
await pause(4000)
written = before + 100
console.info(`healthy: ${got.length} of 100 told; from change to arrival ${toPercentiles(got.map(({ ms }) => ms))}`)

await killHost()
await database.close()
await fresh.stop()
receiver.close()
rmSync(folder, { recursive: true, force: true })

function report(what: string, all: readonly Got[]): void {
  const first = new Map<number, Got>()
  const idsOf = new Map<number, Set<string>>()
  for (const one of all) {
    if (!first.has(one.seq)) first.set(one.seq, one)
    idsOf.set(one.seq, (idsOf.get(one.seq) ?? new Set()).add(one.id))
  }
  const lastOf = new Map<string, number>()
  let swapped = 0
  for (const { seq, task } of first.values()) {
    if (seq < (lastOf.get(task) ?? 0)) swapped += 1
    lastOf.set(task, Math.max(seq, lastOf.get(task) ?? 0))
  }
  const otherIds = [...idsOf.values()].filter((of) => of.size > 1).length
  console.info(
    `${what}: ${written} changes, ${written - first.size} not told by then, ${all.length - first.size} told twice, ${otherIds} of them under another id, ${swapped} out of order of their task`,
  )
}
