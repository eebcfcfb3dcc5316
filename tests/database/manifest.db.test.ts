import { toJsonSchema } from '@valibot/to-json-schema'
import type { SupabaseClient } from '@supabase/supabase-js'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allExamples, exampleCaller, findProcedure, playExamples, restWorkers } from './play-examples.ts'
import { procedures } from '#core/manifest/manifest.ts'
import * as rowsOfTables from '#core/manifest/rows-of-tables.ts'
import { demoPassword } from '#supabase/seed/accounts.ts'
import { startTestHost, type TestHost } from '#tests/host/start-test-host.ts'

let host: TestHost
let client: SupabaseClient

beforeAll(async () => {
  host = await startTestHost({ demo: true })
  await restWorkers(host)
  client = host.connect()
  const { error } = await client.auth.signInWithPassword({ email: exampleCaller, password: demoPassword })
  if (error) throw error
})
afterAll(() => host?.close())

type Known = {
  name: string
  args: { name: string; type: string; isOptional: boolean }[]
  says: string
  isForService: boolean
  reads: boolean
  isSet: boolean
}

async function readCatalogue(): Promise<Known[]> {
  const rows = await host.database.query<{
    name: string
    names: string[]
    types: string[]
    defaults: number
    source: string
    isForService: boolean
    volatility: string
    isSet: boolean
  }>(`
    select p.proname as name, coalesce(p.proargnames, '{}')::text[] as names, p.pronargdefaults as defaults,
      p.prosrc as source, p.provolatile as volatility, p.proretset as "isSet",
      (select coalesce(array_agg(format_type(t, null) order by n), '{}') from unnest(p.proargtypes::oid[]) with ordinality as a (t, n))
        as types,
      not has_function_privilege('authenticated', p.oid, 'execute') as "isForService"
    from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
    order by p.proname`)
  return rows.map(({ name, names, types, defaults, source, isForService, volatility, isSet }) => ({
    name,
    isForService,
    isSet,
    reads: volatility !== 'v',
    says: (/^\s*((?:--.*\n\s*)+)/.exec(source)?.[1] ?? '').replaceAll(/\s*--\s*/g, ' ').trim(),
    args: types.map((type, at) => ({ name: names[at] ?? '', type, isOptional: at >= types.length - defaults })),
  }))
}

/** Returns the JSON Schema of a SQL type; JSON may be anything. */
const inJson: Readonly<Record<string, object>> = {
  uuid: { type: 'string', format: 'uuid' },
  text: { type: 'string' },
  date: { type: 'string', format: 'date' },
  'timestamp with time zone': { type: 'string', format: 'date-time' },
  integer: { type: 'integer' },
  bigint: { type: 'integer' },
  numeric: { type: 'number' },
  boolean: { type: 'boolean' },
}

function toExpected(type: string): object | undefined {
  const each = inJson[type.replace('[]', '')]
  return type.endsWith('[]') && each !== undefined ? { type: 'array', items: each } : each
}

/** Removes optional and nullable wrappers. */
function toBare(schema: v.GenericSchema): object {
  const { $schema: _, default: _default, anyOf, ...rest } = toJsonSchema(schema, { errorMode: 'ignore' })
  // A nullable schema is a choice of two.
  const own = anyOf === undefined ? rest : (anyOf.find((each) => Object(each).type !== 'null') as typeof rest)
  const { description: _says, enum: words, ...bare } = own
  return words === undefined ? bare : { type: 'string' }
}

test('the manifest lists exactly the existing procedures with their arguments', async () => {
  const catalogue = await readCatalogue()

  const missing = catalogue.filter(({ name }) => procedures[name] === undefined).map(({ name }) => name)
  expect(missing, 'core/manifest has no entry for these procedures').toEqual([])
  expect(Object.keys(procedures).toSorted()).toEqual(catalogue.map(({ name }) => name))
  for (const { name, args } of catalogue) {
    const entries = Object.entries(procedures[name]?.args ?? {})
    const described = entries.map(([key, schema]) => {
      const type = args.find((arg) => arg.name === key)?.type ?? ''
      const expected = toExpected(type)
      const isSame = expected === undefined || JSON.stringify(toBare(schema)) === JSON.stringify(expected)
      return {
        name: key,
        type: isSame ? type : JSON.stringify(toBare(schema)),
        isOptional: schema.type === 'optional' || schema.type === 'nullish',
      }
    })
    expect.soft(described, name).toEqual(args)
  }
})

test('procedures that return rows are marked, because their pages have a limit', async () => {
  const catalogue = await readCatalogue()
  const marked = Object.entries(procedures).filter(([, { isPaged }]) => isPaged === true)

  expect(marked.map(([name]) => name).toSorted()).toEqual(
    catalogue.filter(({ isSet, reads }) => isSet && reads).map(({ name }) => name),
  )
})

test('the manifest matches a procedure’s SQL comment, volatility and callers', async () => {
  for (const { name, says, isForService, reads } of await readCatalogue()) {
    const described = procedures[name]
    const first = /^.*?[.:;](?=\s|$)/.exec(described?.says ?? '')?.[0].slice(0, -1) ?? ''
    const caller = isForService ? 'service' : undefined
    expect.soft({ name, says: first, caller: described?.caller, reads: described?.reads ?? false }).toEqual({
      name,
      says: says.slice(0, first.length),
      caller,
      reads,
    })
  }
})

test('the manifest’s table rows have the tables’ columns', async () => {
  const columns = await host.database.query<{ row: string; name: string }>(`
    select table_name as row, column_name as name from information_schema.columns where table_schema = 'public' order by ordinal_position`)
  for (const [name, schema] of Object.entries(rowsOfTables)) {
    const table = name.replace(/Row$/, '').replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    const there = columns.filter(({ row }) => row === table).map((column) => column.name)
    expect({ table, columns: Object.keys(schema.entries).toSorted() }).toEqual({ table, columns: there.toSorted() })
  }
})

test('every procedure has an example', () => {
  const tried = new Set(allExamples.map(({ procedure }) => procedure))
  const missing = Object.keys(procedures).filter((name) => !tried.has(name))

  expect(missing).toEqual([])
})

test('every example works, and its response matches the manifest’s schema', async () => {
  const problems: string[] = []
  await playExamples(host, async (procedure, { args }) => {
    const known = findProcedure(procedure)
    for (const issue of v.safeParse(v.strictObject(known.args), args).issues ?? [])
      problems.push(`${procedure} takes ${v.getDotPath(issue)}: ${issue.message}`)

    const caller = known.caller === 'service' ? host.admin.client : client
    const { data, error } = await caller.rpc(procedure, args)

    if (error !== null) problems.push(`${procedure}: ${error.code} ${error.message}`)
    else problems.push(...findDifferences(procedure, known.returns, data))
    if (JSON.stringify(data)?.includes('"failed"')) problems.push(`${procedure}: ${JSON.stringify(data)}`)
    return data
  })
  expect([...new Set(problems)]).toEqual([])
})

/** Lists where a response differs from its schema or has more. */
function findDifferences(procedure: string, promised: v.GenericSchema, data: unknown): string[] {
  const { issues, output } = v.safeParse(promised, data)
  if (issues !== undefined)
    return issues.map(
      (issue) => `${procedure} answers ${v.getDotPath(issue)?.replaceAll(/\b\d+\b/g, '#')}: ${issue.message}`,
    )
  const dropped = listPaths(data).filter((path) => !listPaths(output).includes(path))
  return dropped.map((path) => `${procedure} answers ${path}, which is not promised`)
}

function listPaths(value: unknown, at = ''): string[] {
  if (Array.isArray(value)) return [...new Set(value.flatMap((each) => listPaths(each, `${at}.#`)))]
  if (typeof value !== 'object' || value === null) return [at]
  return Object.entries(value).flatMap(([key, each]) => listPaths(each, `${at}.${key}`))
}
