// Compares the tables in the OpenAPI description with a host's responses.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPassword } from '#supabase/seed/accounts.ts'
import { rules, verbs } from '#tests/database/row-rules.ts'
import { startTestHost, type TestHost } from '#tests/host/start-test-host.ts'

type Schema = { readonly [key: string]: unknown }
type Row = { readonly properties: Readonly<Record<string, Schema>>; readonly required: readonly string[] }
type Asked = Omit<RequestInit, 'headers'> & { token?: string; headers?: Readonly<Record<string, string>> }
type Methods = Readonly<Record<string, { readonly tags: readonly string[] }>>

let host: TestHost
let owner: string
let described: { paths: Record<string, Methods>; components: { schemas: Record<string, Row> } }
let tables: readonly string[]

beforeAll(async () => {
  host = await startTestHost({ demo: true })
  owner = await makeToken('ingrid.solberg')
  described = await (await fetch(`${host.url}/openapi.json`)).json()
  tables = Object.entries(described.paths).flatMap(([path, { get }]) =>
    get?.tags.includes('tables') === true ? [path.replace('/rest/v1/', '')] : [],
  )
})
afterAll(() => host?.close())

async function makeToken(name: string): Promise<string> {
  const client = host.connect()
  await client.auth.signInWithPassword({ email: `${name}@northlight.example`, password: demoPassword })
  const { data: studio } = await client.from('studios').select('id').limit(1).single()
  const { data, error } = await client.rpc('create_access_token', { p_studio_id: studio?.id, p_name: name })
  if (error !== null) throw error
  return data.token
}

const ask = async (address: string, { token = owner, headers, ...options }: Asked = {}) =>
  await fetch(`${host.url}/rest/v1/${address}`, {
    ...options,
    headers: { authorization: `Bearer ${token}`, ...headers },
  })

const formats: Readonly<Record<string, RegExp>> = {
  uuid: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  date: /^\d{4}-\d\d-\d\d$/,
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?[+-]\d\d:\d\d$/,
}

function isOfType(value: unknown, type: unknown): boolean {
  if (type === 'null') return value === null
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'array') return Array.isArray(value)
  return value !== null && typeof value === type
}

/** Returns where a value violates its schema, in the subset of JSON Schema that tables use. */
function findProblem(value: unknown, schema: Schema): string | undefined {
  const { type, format, enum: words, maxLength, items } = schema
  if (type !== undefined && ![type].flat().some((each) => isOfType(value, each))) return `is ${JSON.stringify(value)}`
  if (Array.isArray(words) && !words.includes(value)) return `is ${JSON.stringify(value)}`
  if (typeof value === 'string' && typeof format === 'string' && formats[format]?.test(value) !== true)
    return `is ${value}`
  if (typeof value === 'string' && typeof maxLength === 'number' && value.length > maxLength) return 'is too long'
  if (!Array.isArray(value)) return undefined
  // JSON may contain arrays of anything.
  return value.map((each) => findProblem(each, Object(items))).find((each) => each !== undefined)
}

test('a member can read every described table, with rows matching the description', async () => {
  const member = await makeToken('mei.tanaka')
  const problems: string[] = []
  const filled = new Set<string>()
  for (const token of [member, owner]) {
    for (const table of tables) {
      const answer = await ask(`${table}?limit=200`, { token })
      if (answer.status !== 200) problems.push(`${table}: ${answer.status}`)
      const { properties = {}, required = [] } = described.components.schemas[table] ?? {}
      for (const row of await answer.json()) {
        filled.add(table)
        if (Object.keys(row).join() !== required.join()) problems.push(`${table} has ${Object.keys(row).join()}`)
        for (const [column, value] of Object.entries(row)) {
          const problem = findProblem(value, properties[column] ?? {})
          if (problem !== undefined) problems.push(`${table}.${column} ${problem}`)
        }
      }
    }
  }
  expect([...new Set(problems)]).toEqual([])
  expect(filled.size).toBeGreaterThan(30)
})

test('exactly the tables that people other than the super-admin may read are described, each with its methods', async () => {
  const methods = { select: 'get', insert: 'post', update: 'patch', delete: 'delete' } as const
  const expected = Object.entries(rules).flatMap(([table, { may }]) => {
    const their = verbs.filter((verb) => may[verb]?.some((persona) => persona !== 'super') === true)
    return their.includes('select') ? [[table, their.map((verb) => methods[verb])] as const] : []
  })

  expect(
    Object.fromEntries(tables.map((table) => [table, Object.keys(described.paths[`/rest/v1/${table}`] ?? {})])),
  ).toEqual(Object.fromEntries(expected))
})

test('a method that is not described is refused', async () => {
  const answers: string[] = []
  for (const table of tables) {
    const [key = ''] = described.components.schemas[table]?.required ?? []
    for (const method of ['POST', 'PATCH', 'DELETE']) {
      if (described.paths[`/rest/v1/${table}`]?.[method.toLowerCase()] !== undefined) continue
      const headers = { 'content-type': 'application/json' }
      const body = method === 'DELETE' ? null : JSON.stringify({ [key]: null })
      const { status } = await ask(`${table}?${key}=is.null`, { method, headers, body })
      if (status !== 403) answers.push(`${method} ${table}: ${status}`)
    }
  }
  expect(answers).toEqual([])
})

test('a new row requires only the described columns, and accepts what programs send', () => {
  for (const [table, { insert }] of Object.entries(rules)) {
    const add = described.components.schemas[`${table}.add`]
    if (add === undefined || insert === undefined) continue
    const given = /^\s*\(([^)]*)\)/.exec(insert(''))?.[1]?.split(/,\s*/) ?? []
    const known = described.components.schemas[table]?.properties ?? {}

    expect({ table, missing: add.required.filter((column) => !given.includes(column)) }).toEqual({ table, missing: [] })
    for (const column of given)
      expect(add.properties[column] ?? known[column]?.['readOnly'], `${table}.${column}`).toBeDefined()
  }
})

test('pages, filters and refusals behave as described', async () => {
  const page = await ask('items?select=title&order=title.desc&limit=3')
  const next = await ask((page.headers.get('link') ?? '').replace(/^<\/rest\/v1\/(.*)>; rel="next"$/, '$1'))
  const statuses = await Promise.all(
    [
      ask('items?select=title', { token: 'xst_unknown' }),
      ask('items?nope=eq.1'),
      ask('items?limit=2', { headers: { accept: 'application/vnd.pgrst.object+json' } }),
      ask('items?offset=99999', { headers: { prefer: 'count=exact' } }),
      ask('items?select=title', { headers: { range: '0-1' } }),
    ].map(async (answer) => (await answer).status),
  )

  expect(page.headers.get('content-range')).toBe('0-2/*')
  expect(page.headers.get('page-limit')).toBe('1000')
  expect(next.headers.get('content-range')).toBe('3-5/*')
  expect(statuses).toEqual([401, 400, 406, 416, 200])
  expect(
    await (await ask('items?select=title&or=(title.eq.x,title.ilike.*_SH0010)&title=not.like.sq010*&limit=1')).json(),
  ).toEqual([{ title: expect.stringMatching(/^(?!sq010).*_sh0010$/) }])
})

test('the example on the page writes every waiting shot of a sequence as CSV', async () => {
  const page = await (await fetch(`${host.url}/docs/api`)).text()
  const shown = /<pre id="csv"><code>([^]*?)<\/code>/.exec(page)?.[1] ?? ''
  const snippet = shown
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
  await host.database.execute(`update public.item_tasks t set status_id = s.id from public.items i
    join public.collections c on c.id = i.collection_id, public.task_statuses s
    where t.item_id = i.id and c.name = 'SQ020' and t.title = 'Layout' and i.title like '%_sh0%10' and not t.is_disabled
      and s.studio_id = t.studio_id and s.short_code = 'WFA'`)
  const waiting = await host.database.query<{ shot: string; stage: string }>(`
    select i.title as shot, t.title as stage from public.item_tasks t join public.items i on i.id = t.item_id
    join public.collections c on c.id = i.collection_id join public.task_statuses s on s.id = t.status_id
    where c.name = 'SQ020' and s.short_code = 'WFA'`)

  const { stdout } = await promisify(execFile)('sh', ['-c', snippet], {
    env: { ...process.env, HOST: host.url, XSHEET_TOKEN: owner },
  })

  expect(snippet.split('\n').length).toBeLessThanOrEqual(10)
  const [head, ...lines] = stdout.trim().split(/\r?\n/)
  expect(head).toBe('shot,stage,due_date,status')
  expect(waiting.length).toBeGreaterThan(0)
  expect(lines.map((line) => line.split(',').toSpliced(2, 1).join()).toSorted()).toEqual(
    waiting.map(({ shot, stage }) => `${shot},${stage},WFA`).toSorted(),
  )
})
