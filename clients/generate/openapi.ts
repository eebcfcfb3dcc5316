import { readFileSync } from 'node:fs'
import path from 'node:path'
import { toJsonSchema } from '@valibot/to-json-schema'
import * as v from 'valibot'
import { exampleIds, exampleNumbers } from '#core/manifest/example-ids.ts'
import { examples } from '#core/manifest/examples.ts'
import { functions } from '#core/manifest/functions.ts'
import { subjects } from '#core/manifest/manifest.ts'
import type { EdgeFunction, Procedure } from '#core/manifest/define.ts'
import type { JsonSchema } from './json-schema.ts'
import { pageHeaders, tableParts } from './tables.ts'

const packageFile = path.join(import.meta.dirname, '..', '..', 'package.json')
const manifest: { readonly version: string } = JSON.parse(readFileSync(packageFile, 'utf8'))

/** Converts a schema to OpenAPI 3.1, which is JSON Schema. */
export function toSchema(schema: v.GenericSchema): JsonSchema {
  const { $schema: _, ...rest } = toJsonSchema(schema, { errorMode: 'ignore', typeMode: 'input' })
  return rest
}

/** Converts a procedure's arguments to an object schema. */
export const toArguments = (args: v.ObjectEntries): JsonSchema => toSchema(v.object(args))

/** Ids used in examples instead of real ones. */
export const sampleIds: Readonly<Record<string, string>> = Object.fromEntries(
  Object.keys(exampleIds).map((name, at) => [name, `00000000-0000-4000-8000-${String(at + 1).padStart(12, '0')}`]),
)

/** Returns a procedure's first example, with sample ids. */
function findExample(procedure: string): object | undefined {
  const found = examples.find((example) => example.procedure === procedure)
  if (found === undefined) return undefined
  const withNumbers = JSON.stringify(found.args).replaceAll(/"(\$[a-z]+)"/g, (quoted: string, name: string) =>
    String(exampleNumbers[name] ?? quoted),
  )
  return JSON.parse(withNumbers.replaceAll(/\$[a-z]+/g, (name) => sampleIds[name] ?? name))
}

const refused = (description: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
})

const refusals = {
  '401': refused('The token is missing, unknown, expired or revoked: the message says which.'),
  '403': refused('The caller’s role may not do this.'),
  '404': refused('There is no such thing, or the caller may not see it.'),
}

/** HTTP status by the database's error code. */
const statusOf: Readonly<Record<string, string>> = {
  '42501': '403',
  P0002: '404',
  '23503': '409',
  '23505': '409',
  P0409: '409',
  P0423: '423',
  '429': '429',
}

const paged = 'A page has at most 1,000 rows; `limit`, `offset` and `order` in the address choose them, as with tables.'

function describe({ says, errors = {}, permissions = [], isPaged }: Described): string {
  const lines = Object.entries(errors).map(([code, why]) => `- \`${code}\` (${statusOf[code] ?? '400'}): ${why}`)
  const rights =
    permissions.length === 0 ? '' : `\n\nPermission: ${permissions.map((each) => `\`${each}\``).join(' or ')}.`
  const pages = isPaged === true ? `\n\n${paged}` : ''
  return `${says}${pages}${rights}${lines.length === 0 ? '' : `\n\n${lines.join('\n')}`}`
}

type Described = Pick<Procedure, 'says' | 'errors' | 'permissions' | 'isPaged'>

/** Returns the first sentence, or its part before a colon; brackets do not end a sentence. */
function summaryOf(says: string): string {
  let depth = 0
  for (let at = 0; at < says.length; at += 1) {
    const character = says.charAt(at)
    if ('([{'.includes(character)) depth += 1
    else if (')]}'.includes(character)) depth -= 1
    else if (depth === 0 && /^[.:;](?:\s|$)/.test(says.slice(at, at + 2))) return `${says.slice(0, at)}.`
  }
  return says
}

function toProcedurePath(subject: string, name: string, procedure: Procedure) {
  const example = findExample(name)
  const parameters = [
    ...('p_operation_id' in procedure.args ? ['IdempotencyKey'] : []),
    ...(procedure.isPaged === true ? ['order', 'limit', 'offset'] : []),
  ].map((each) => ({ $ref: `#/components/parameters/${each}` }))
  const answer = { 'application/json': { schema: toSchema(procedure.returns) } }
  return {
    post: {
      operationId: name,
      tags: [subject],
      summary: summaryOf(procedure.says),
      description: describe(procedure),
      ...(parameters.length > 0 && { parameters }),
      requestBody: {
        required: Object.keys(procedure.args).length > 0,
        content: {
          'application/json': { schema: toArguments(procedure.args), ...(example && { example }) },
        },
      },
      responses: {
        '200': { description: 'Done.', ...(procedure.isPaged === true && { headers: pageHeaders }), content: answer },
        ...refusals,
      },
    },
  }
}

function toFunctionPath(name: string, { says, method, args, returns, caller, errors = {} }: EdgeFunction) {
  const properties = Object(toArguments(args)['properties']) as Record<string, JsonSchema>
  const required = Object(toArguments(args)['required'] ?? [])
  const parameters = Object.entries(properties).map(([key, schema]) => ({
    name: key,
    in: 'query',
    required: required.includes(key),
    schema,
  }))
  const content = { 'application/json': { schema: toArguments(args) } }
  return {
    [method.toLowerCase()]: {
      operationId: name,
      tags: ['functions'],
      summary: summaryOf(says),
      description: describe({ says, errors }),
      ...(caller === 'none' && { security: [] }),
      ...(method === 'GET' ? { parameters } : { requestBody: { required: true, content } }),
      responses: {
        '200': {
          description: 'Done.',
          content: { [name === 'calendar-feed' ? 'text/calendar' : 'application/json']: { schema: toSchema(returns) } },
        },
        ...(caller !== 'none' && refusals),
      },
    },
  }
}

const intro = `Everything that the app does is a call described here. A program signs in with an access token (Settings → Access
tokens, or \`studio-cli auth token create\`) and sends it as \`Authorization: Bearer xst_…\`; it reaches one studio with the rights of
whoever it acts for.

On Supabase the same is at \`https://<project>.supabase.co/functions/v1/api/rpc/<procedure>\`, with the same token.

A write can be sent again: with the same \`Idempotency-Key\` (or \`p_operation_id\`) it is done once and answered alike for 90 days.
Where nothing keeps the key, a write under one is refused (400, \`22023\`): by calls without \`p_operation_id\`, which \`run_once\` makes
under one, and at
\`/rest/v1/<table>\`, where \`insert_rows\`, \`update_rows\` and \`delete_rows\` do the same under one.
A conditional write names what it expects (\`p_expected\`, or \`expected\` of each change) and leaves alone what somebody has changed;
\`run_once\` carries out any write only where the rows that \`p_unchanged\` names are as they were at a revision.
Lists say how long a page is: procedures take \`p_limit\` and go on after the last row; tables, and procedures that answer all their
rows, answer \`Page-Limit\` and \`Link\`, the address of the next page.`

/** Returns the OpenAPI 3.1 description of everything a program may call. */
export function makeOpenApi() {
  const callable = Object.entries(subjects).flatMap(([subject, procedures]) =>
    Object.entries(procedures)
      .filter(([, { caller }]) => caller !== 'service')
      .map(([name, procedure]) => [subject, name, procedure] as const),
  )
  return {
    openapi: '3.1.0',
    info: {
      title: 'Xsheet',
      version: manifest.version,
      description: intro,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    security: [{ accessToken: [] }],
    tags: [...new Set(callable.map(([subject]) => subject)), 'functions', 'tables'].map((name) => ({ name })),
    paths: {
      ...Object.fromEntries(
        callable.map(([subject, name, procedure]) => [
          `/rest/v1/rpc/${name}`,
          toProcedurePath(subject, name, procedure),
        ]),
      ),
      ...Object.fromEntries(
        Object.entries(functions).map(([name, each]) => [`/functions/v1/${name}`, toFunctionPath(name, each)]),
      ),
      ...tableParts.paths,
    },
    components: {
      securitySchemes: { accessToken: { type: 'http', scheme: 'bearer', description: 'An access token: xst_…' } },
      headers: tableParts.headers,
      responses: tableParts.responses,
      parameters: {
        ...tableParts.parameters,
        IdempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          description: 'Sent again with the same key, the write is done once and answered alike for 90 days.',
          schema: { type: 'string', maxLength: 255 },
        },
      },
      schemas: {
        ...tableParts.schemas,
        Error: {
          type: 'object',
          properties: {
            code: { type: 'string' },
            message: { type: 'string' },
            details: { type: ['string', 'null'] },
            hint: { type: ['string', 'null'] },
          },
          required: ['code', 'message'],
        },
      },
    },
  }
}
