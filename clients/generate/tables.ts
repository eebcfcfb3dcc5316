import { readFileSync } from 'node:fs'
import path from 'node:path'
import { sizeLimits } from '#core/schema/size-limits.ts'
import type { JsonSchema } from './json-schema.ts'

type Column = {
  readonly type: string
  readonly isNullable?: true
  /** May be omitted from a new row. */
  readonly isOptional?: true
  /** Set by the database, whatever is sent. */
  readonly isFilled?: true
  /** Never changes. */
  readonly isKept?: true
  readonly says?: string
  readonly refersTo?: string
  readonly words?: readonly string[]
}

type Verb = 'select' | 'insert' | 'update' | 'delete'
type Table = {
  readonly says: string
  readonly verbs: readonly Verb[]
  readonly key: readonly string[]
  readonly columns: Readonly<Record<string, Column>>
}

/** The tables that people may read, according to the migrations. */
const tables: Readonly<Record<string, Table>> = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'tables.json'), 'utf8'),
)

const inJson: Readonly<Record<string, JsonSchema>> = {
  uuid: { type: 'string', format: 'uuid' },
  text: { type: 'string' },
  date: { type: 'string', format: 'date' },
  'timestamp with time zone': { type: 'string', format: 'date-time' },
  smallint: { type: 'integer' },
  integer: { type: 'integer' },
  bigint: { type: 'integer' },
  numeric: { type: 'number' },
  'double precision': { type: 'number' },
  boolean: { type: 'boolean' },
  'timestamp without time zone': { type: 'string' },
  'time without time zone': { type: 'string' },
}

const limitsOf: Readonly<Record<string, Readonly<Record<string, number>>>> = sizeLimits

/** Converts a column to JSON Schema; JSON may be anything. */
function toColumn({ type, isNullable, isFilled, says, refersTo, words }: Column, most?: number): JsonSchema {
  const bare = inJson[type.replace('[]', '')] ?? {}
  const schema: JsonSchema = type.endsWith('[]') ? { type: 'array', items: bare } : bare
  const description = [says, refersTo === undefined ? '' : `Of \`${refersTo.replace('public.', '')}\`.`]
    .filter((each) => each !== undefined && each !== '')
    .join(' ')
  return {
    ...schema,
    ...(isNullable && schema['type'] !== undefined && { type: [schema['type'], 'null'] }),
    ...(words && { enum: isNullable ? [...words, null] : words }),
    ...(type === 'text' && most !== undefined && { maxLength: most }),
    ...(description !== '' && { description }),
    ...(isFilled && { readOnly: true }),
  }
}

const ref = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` })

/**
 * Returns the schemas of a table's row and of its writes, which leave out columns set by the database or never changed.
 */
function toSchemas(name: string, { says, verbs, columns }: Table): readonly (readonly [string, JsonSchema])[] {
  const all = Object.entries(columns)
  const limits = limitsOf[name] ?? {}
  const some = (kept: readonly (readonly [string, Column])[]) =>
    Object.fromEntries(kept.map(([column]) => [column, ref('schemas', `${name}/properties/${column}`)]))
  const added = all.filter(([, { isFilled }]) => isFilled === undefined)
  const changed = added.filter(([, { isKept }]) => isKept === undefined)
  const filters = Object.fromEntries(all.map(([column]) => [column, ref('schemas', 'Filter')]))
  const required = added.filter(([, { isOptional }]) => isOptional === undefined).map(([column]) => column)
  const object = { type: 'object', additionalProperties: false } as const
  const row = {
    ...object,
    description: says,
    properties: Object.fromEntries(all.map(([column, each]) => [column, toColumn(each, limits[column])])),
    required: all.map(([column]) => column),
  }
  return [
    [name, row],
    [`${name}.filters`, { ...object, properties: filters }],
    ...(verbs.includes('insert') ? [[`${name}.add`, { ...object, properties: some(added), required }] as const] : []),
    ...(verbs.includes('update') ? [[`${name}.change`, { ...object, properties: some(changed) }] as const] : []),
  ]
}

const refusals = Object.fromEntries(['400', '401', '403', '406', '416'].map((code) => [code, ref('responses', code)]))
const { 406: _, 416: __, ...writeRefusals } = refusals
const readParameters = ['select', 'order', 'limit', 'offset', 'range', 'count'].map((each) => ref('parameters', each))
const writeParameters = [ref('parameters', 'select'), ref('parameters', 'prefer')]

/** Response headers that describe a page of rows. */
export const pageHeaders = Object.fromEntries(
  ['Content-Range', 'Page-Limit', 'Link'].map((each) => [each, ref('headers', each)]),
)

function toPath(name: string, { says, verbs, key }: Table) {
  // Each column is a parameter of its own: `?title=eq.sh0010`.
  const schema = ref('schemas', `${name}.filters`)
  const filters = { name: 'filters', in: 'query', style: 'form', explode: true, schema }
  const rows = { 'application/json': { schema: { type: 'array', items: ref('schemas', name) } } }
  const common = { tags: ['tables'], description: `${says}\n\nKey: ${key.map((each) => `\`${each}\``).join(', ')}.` }
  const write = ({ verb, does, done, body }: { verb: string; does: string; done: string; body?: object }) => ({
    operationId: `${name}.${verb}`,
    summary: does,
    ...common,
    parameters: verb === 'add' ? writeParameters : [...writeParameters, filters],
    ...(body && { requestBody: { required: true, content: { 'application/json': { schema: body } } } }),
    responses: {
      [done]: { description: 'Done: the rows with `Prefer: return=representation`.', content: rows },
      ...(verb !== 'add' && { '204': { description: 'Done.' } }),
      ...writeRefusals,
    },
  })
  return {
    get: {
      operationId: `${name}.read`,
      summary: `Reads rows of ${name}.`,
      ...common,
      parameters: [...readParameters, filters],
      responses: {
        '200': {
          description: 'The rows that the caller may see.',
          headers: pageHeaders,
          content: { ...rows, 'text/csv': { schema: { type: 'string' } } },
        },
        ...refusals,
      },
    },
    ...(verbs.includes('insert') && {
      post: write({
        verb: 'add',
        does: `Adds rows to ${name}.`,
        done: '201',
        body: { type: 'array', items: ref('schemas', `${name}.add`) },
      }),
    }),
    ...(verbs.includes('update') && {
      patch: write({
        verb: 'change',
        does: `Changes the rows of ${name} that the filters name; without one, all that the caller may change.`,
        done: '200',
        body: ref('schemas', `${name}.change`),
      }),
    }),
    ...(verbs.includes('delete') && {
      delete: write({
        verb: 'delete',
        does: `Deletes the rows of ${name} that the filters name; without one, all that the caller may delete.`,
        done: '200',
      }),
    }),
  }
}

const query = (name: string, description: string, schema: JsonSchema) => ({ name, in: 'query', description, schema })
const header = (name: string, description: string, example: string) => ({
  name,
  in: 'header',
  description,
  schema: { type: 'string' },
  example,
})

const says = {
  select:
    'Columns, all where left out; `shot:title` renames one, `items(title)` brings the row that a column refers to, `...items(title)` its columns beside the others, `items!inner(title)` leaves out rows without one that fits the filters.',
  order: 'Columns by which rows are sorted, `due_date.desc,title`, with `.nullsfirst` or `.nullslast`.',
  limit: 'At most so many rows; never more than 1000.',
  offset: 'Passes over so many rows. `Link` has the address of the next page.',
  range: 'Rows from the first to the last by number, in place of limit and offset.',
  count: '`count=exact` says in `Content-Range` how many rows there are, and refuses an offset beyond them (416).',
  prefer:
    '`return=representation` answers the rows; `resolution=merge-duplicates` changes rows whose key is there instead of refusing.',
  filter:
    'An operator and a value: `eq.sh0010`, `neq.`, `gt.`, `gte.`, `lt.`, `lte.`, `like.sq010*`, `ilike.`, `in.(a,b)`, `is.null`, `not.eq.…`. Several must all hold; `or=(a.eq.1,b.eq.2)` takes one of them, `items.title=eq.…` judges the row that is brought.',
} as const

const refused = (description: string) => ({
  description,
  content: { 'application/json': { schema: ref('schemas', 'Error') } },
})

/** The tables' part of `makeOpenApi`: a path and schemas for each, and what they share. */
export const tableParts = {
  paths: Object.fromEntries(Object.entries(tables).map(([name, table]) => [`/rest/v1/${name}`, toPath(name, table)])),
  schemas: {
    ...Object.fromEntries(Object.entries(tables).flatMap(([name, table]) => toSchemas(name, table))),
    Filter: { type: 'string', description: says.filter },
  },
  parameters: {
    select: query('select', says.select, { type: 'string' }),
    order: query('order', says.order, { type: 'string' }),
    limit: query('limit', says.limit, { type: 'integer', maximum: 1000 }),
    offset: query('offset', says.offset, { type: 'integer' }),
    range: header('Range', says.range, '0-99'),
    count: header('Prefer', says.count, 'count=exact'),
    prefer: header('Prefer', says.prefer, 'return=representation'),
  },
  headers: {
    'Content-Range': {
      description: 'The first and last row of this page, and how many there are: `0-99/*`, `0-99/3410` with a count.',
      schema: { type: 'string' },
    },
    'Page-Limit': { description: 'How many rows a page has at most.', schema: { type: 'integer' } },
    Link: { description: 'The next page, as far as there may be one: `<…>; rel="next"`.', schema: { type: 'string' } },
  },
  responses: {
    '400': refused('An unknown column or a filter that cannot be read: the message says which.'),
    '401': refused('The token is missing, unknown, expired or revoked: the message says which.'),
    '403': refused('The row rules do not let the caller do this.'),
    '406': refused('The answer has not the form that `Accept` asks for, such as one row where there are several.'),
    '416': refused('There is no row from this offset on.'),
  },
}
