import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { procedures } from '#core/manifest/manifest.ts'
import { demoPassword } from '#supabase/seed/accounts.ts'
import { startTestHost, type TestHost } from '#tests/host/start-test-host.ts'
import { exampleCaller, findProcedure, playExamples, restWorkers } from './play-examples.ts'

let host: TestHost
let bearer: string

beforeAll(async () => {
  host = await startTestHost({ demo: true })
  await restWorkers(host)
  const client = host.connect()
  const { data, error } = await client.auth.signInWithPassword({ email: exampleCaller, password: demoPassword })
  if (error) throw error
  bearer = data.session.access_token
})
afterAll(() => host?.close())

type Answer = { readonly status: number; readonly body: unknown }

async function ask(procedure: string, args: object, key?: string): Promise<Answer> {
  const response = await fetch(`${host.url}/rest/v1/rpc/${procedure}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${bearer}`,
      apikey: host.keys.publishableKey,
      'content-type': 'application/json',
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    body: JSON.stringify(args),
  })
  return { status: response.status, body: await response.json().catch(() => null) }
}

/**
 * Counts every table's rows and the transactions that wrote them, without request counters and remembered operations.
 */
async function readRows(): Promise<Record<string, string>> {
  const tables = await host.database.query<{ name: string }>(`
    select c.oid::regclass::text as name from pg_class c
    where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and c.relkind in ('r', 'p')
      and not c.relispartition and c.relname not in ('operations', 'function_calls')`)
  const each = tables.map(
    ({ name }) => `select '${name}' as name,
    (select count(*) || ' ' || coalesce(sum(xmin::text::bigint), 0) from ${name}) as rows`,
  )
  const rows = await host.database.query<{ name: string; rows: string }>(each.join(' union all '))
  return Object.fromEntries(rows.map((row) => [row.name, row.rows]))
}

/** Returns another value of the same kind, or undefined if there is none. */
function toOther(value: unknown): unknown {
  if (typeof value === 'boolean') return !value
  if (typeof value === 'number') return value + 1
  if (Array.isArray(value)) return [...value, ...(value.length === 0 ? [crypto.randomUUID()] : value)]
  if (typeof value === 'object' && value !== null) return { ...value, another: 1 }
  if (typeof value !== 'string') return undefined
  if (/^[0-9a-f-]{36}$/.test(value)) return crypto.randomUUID()
  return /^\d{4}-\d\d-\d\d/.test(value) ? value.replace(/^\d{4}/, '2031') : `${value} `
}

const differing = (before: Record<string, string>, after: Record<string, string>): string[] =>
  Object.keys(after).filter((name) => before[name] !== after[name])

test('every write under an Idempotency-Key is done once with the same response, or refused in words', async () => {
  const problems: string[] = []
  const kept = new Set<string>()

  /**
   * Sends a call twice under one key, then once per argument with that argument changed. Returns the first response.
   */
  async function sendTwice(procedure: string, args: Record<string, unknown>): Promise<Answer> {
    const key = crypto.randomUUID()
    const before = await readRows()
    const first = await ask(procedure, args, key)
    const written = await readRows()
    if (first.status >= 300) {
      if (differing(before, written).length > 0)
        problems.push(`${procedure} is refused and writes: ${differing(before, written).join(', ')}`)
      if (!Object(first.body).message.startsWith('No Idempotency-Key is kept here'))
        problems.push(`${procedure}: ${first.status} ${JSON.stringify(first.body)}`)
      return first
    }
    if (differing(before, written).length === 0) return first
    kept.add(procedure)
    const second = await ask(procedure, args, key)
    if (JSON.stringify(second) !== JSON.stringify(first))
      problems.push(`${procedure} answers ${JSON.stringify(second)}`)
    for (const [name, value] of Object.entries(args)) {
      // The sender's own operation id takes precedence over the key.
      const other = name === 'p_operation_id' ? undefined : toOther(value)
      if (other === undefined) continue
      const { status, body } = await ask(procedure, { ...args, [name]: other }, key)
      if (Object(body).message !== 'This operation id was used for something else')
        problems.push(`${procedure} takes another ${name}: ${status} ${JSON.stringify(body)}`)
    }
    const twice = differing(written, await readRows())
    if (twice.length > 0) problems.push(`${procedure} writes twice: ${twice.join(', ')}`)
    return first
  }

  await playExamples(host, async (procedure, { args, ownIds }) => {
    const { reads, caller, args: takes } = findProcedure(procedure)
    if (caller === 'service') return (await host.admin.client.rpc(procedure, args)).data
    if (reads) return (await ask(procedure, args)).body
    // Ids that the database generates when omitted are no sign of a repeat.
    const bare = Object.fromEntries(
      Object.entries(args).filter(([name]) => {
        const type = takes[name]
        return !ownIds.includes(name) || (type !== undefined && !v.is(type, undefined))
      }),
    )
    if (Object.keys(bare).length < Object.keys(args).length) await sendTwice(procedure, bare)
    const { status, body } = await sendTwice(procedure, args)
    return status < 300 ? body : (await ask(procedure, args)).body
  })

  expect(problems).toEqual([])
  // The example of reorder_statuses leaves them as they are.
  const taking = Object.keys(procedures).filter((name) => 'p_operation_id' in findProcedure(name).args)
  expect(taking.filter((name) => !kept.has(name))).toEqual(['reorder_statuses'])
})
