import type { PostgrestClient } from '@supabase/postgrest-js'
import { keyFields } from '../domain/row-key.ts'
import type { Mutation, RowChange } from '../domain/mutations.ts'
import type { TableName } from '../domain/rows.ts'
import { AppError } from '../lib/errors.ts'
import { messages } from '../lib/messages.ts'
import type { WriteAnswer } from './ports.ts'
import type { Rest } from './rest.ts'
import { encodeFields } from './rows.ts'
import { columnsOf } from './tables.ts'
import { errorOfFailure } from './wire-error.ts'

type MutationOf<Kind extends Mutation['kind']> = Extract<Mutation, { kind: Kind }>
type Filters = Readonly<Record<string, unknown>>
type Place = { readonly table: TableName; readonly within: Readonly<Record<string, string>> | undefined }

/** Adds rows; ones that are there already stay as they are, so a repeat changes nothing. */
export async function insertRows(rest: Rest, { table, rows, extra }: MutationOf<'insert'>): Promise<WriteAnswer> {
  return await attempt(rest, async (client) => {
    const values = rows.map((row) => ({ ...encodeFields(table, row), ...extra }))
    await client.from(table).upsert(values, { ignoreDuplicates: true }).throwOnError()
  })
}

/** Changes rows one after the other. One that lacks its expected values and is not as wanted either fails as a conflict. */
export async function updateRows(rest: Rest, { table, changes, within }: MutationOf<'update'>): Promise<WriteAnswer> {
  return await attempt(rest, async (client) => {
    for (const change of changes) await updateRow(client, { table, within }, change)
  })
}

async function updateRow(client: PostgrestClient, { table, within }: Place, change: RowChange): Promise<void> {
  const key: Filters = { ...keyFilters(table, change.key), ...within }
  const wanted = encodeFields(table, change.fields)
  const expected = encodeFields(table, change.expected ?? {})
  let query = client.from(table).update(wanted).match(key)
  for (const [column, value] of Object.entries(expected)) {
    query = value === null ? query.is(column, null) : query.eq(column, value)
  }
  const { data } = await query.select(Object.keys(key).join(',')).throwOnError()
  if (data.length > 0) return
  const { data: present } = await client.from(table).select(Object.keys(wanted).join(',')).match(key).throwOnError()
  const row: unknown = present[0]
  if (row === undefined) throw new AppError('not-found', messages['not-found'])
  if (holds(row, wanted)) return
  if (change.expected !== undefined && !holds(row, expected)) {
    throw new AppError('changed-by-someone-else', messages['changed-by-someone-else'])
  }
  throw new AppError('permission-denied', messages['permission-denied'])
}

async function attempt(rest: Rest, act: (client: PostgrestClient) => Promise<void>): Promise<WriteAnswer> {
  try {
    await act(await rest.client())
    return { rev: undefined, skipped: [] }
  } catch (cause) {
    throw errorOfFailure(cause)
  }
}

/** Whether a row has these values; numbers may come as text. */
function holds(row: unknown, values: Filters): boolean {
  const present: Filters = { ...(typeof row === 'object' ? row : {}) }
  return Object.entries(values).every(([column, value]) => {
    const stored = present[column] ?? null
    if (stored === null || value === null) return stored === value
    return stored === value || JSON.stringify(stored) === JSON.stringify(value) || Number(stored) === Number(value)
  })
}

function keyColumns(table: TableName): string[] {
  const fields: readonly string[] = keyFields[table]
  const columns = new Map(columnsOf(table).map(({ field, column }) => [field, column]))
  return fields.map((field) => columns.get(field) ?? field)
}

function keyFilters(table: TableName, key: string): Record<string, string> {
  const parts = key.split(':')
  return Object.fromEntries(keyColumns(table).map((column, index) => [column, parts[index] ?? '']))
}
