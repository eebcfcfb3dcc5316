import { parseJson } from '#core/lib/json.ts'
import { readFile } from 'node:fs/promises'
import { usageError } from '#cli/cli-error.ts'
import type { Context } from '#cli/context.ts'
import { defineVerb, flag } from '#cli/define-verb.ts'

export type ApiOptions = { readonly procedure: string; readonly arguments: readonly string[]; readonly data?: string }

export const verb = defineVerb({
  arguments: '<procedure> [arguments...]',
  summary: 'call a procedure of the database as yourself; arguments as name=value, values as JSON or text',
  options: [flag('--data <file>', 'read the arguments as a JSON object from a file, or - for standard input')],
  examples: ['api diagnose_user_roles p_studio_id=…', 'api pull_space --data - < arguments.json'],
  /** Calls a procedure with the caller's own rights and prints its response as JSON. */
  run: async (options: ApiOptions, context) => {
    if (!/^[a-z][a-z0-9_]*$/.test(options.procedure))
      throw usageError(`"${options.procedure}" is not the name of a procedure.`)
    const args = { ...(await readInput(options, context)), ...Object.fromEntries(options.arguments.map(parseArgument)) }
    await context.loadSession()
    const { call } = await context.loadGateway()
    const answer = await call(options.procedure, args)
    context.io.out(`${JSON.stringify(answer ?? null, undefined, context.options.ndjson === true ? 0 : 2)}\n`)
  },
})

async function readInput({ data }: ApiOptions, { io }: Context): Promise<object> {
  if (data === undefined) return {}
  const text = data === '-' ? await io.readInput() : await readFile(data, 'utf8').catch(() => undefined)
  if (text === undefined) throw usageError(`${data} cannot be read.`)
  const value = parseJson(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw usageError('--data must hold a JSON object.', 'Such as {"p_studio_id": "…"}.')
  return value
}

/** Parses `name=value`, taking the value as JSON if it parses, else as text. */
function parseArgument(text: string): readonly [string, unknown] {
  const equals = text.indexOf('=')
  if (equals < 1) throw usageError(`"${text}" is not an argument.`, 'Write it like: p_limit=20')
  const value = text.slice(equals + 1)
  const parsed = parseJson(value)
  return [text.slice(0, equals), parsed === undefined ? value : parsed]
}
