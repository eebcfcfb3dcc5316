import { toJsonSchema } from '@valibot/to-json-schema'
import { listWithOr } from '#core/lib/text.ts'
import { procedures } from '#core/manifest/manifest.ts'
import type { Flag } from './define-verb.ts'

/**
 * Completes flags from the manifest's description of the arguments they stand for. The manifest is large, so do not use
 * this at startup.
 */
export function toFlags(flags: readonly Flag[]): readonly Flag[] {
  return flags.map(({ of, isOptional = false, ...own }) => {
    if (of === undefined) return own
    const { description, default: usual, type, enum: words } = readArgument(of)
    if (description === undefined) throw new Error(`The manifest says nothing of ${of}.`)
    return {
      ...own,
      description: words === undefined ? description : `${description}: ${listWithOr(words)}`,
      ...((type === 'number' || type === 'integer') && { as: 'number' as const }),
      ...(usual !== undefined && !isOptional && own.default === undefined && { default: usual }),
    }
  })
}

type Argument = {
  readonly description?: string
  readonly default?: string | number
  readonly type?: string
  readonly enum?: readonly string[]
}

function readArgument(of: string): Argument {
  const [procedure = '', name = ''] = of.split('.')
  const schema = procedures[procedure]?.args[name]
  if (schema === undefined) throw new Error(`${of} is no argument in core/manifest.`)
  // A flag's JSON Schema is a text, a number or an enum.
  const whole = toJsonSchema(schema, { errorMode: 'ignore', typeMode: 'input' }) as Argument & {
    anyOf?: readonly Argument[]
  }
  return { ...whole.anyOf?.find(({ type }) => type !== 'null'), ...whole }
}
