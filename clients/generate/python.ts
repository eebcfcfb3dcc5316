import { subjects } from '#core/manifest/manifest.ts'
import type { JsonSchema } from './json-schema.ts'
import { toArguments, toSchema } from './openapi.ts'

/** Converts a schema to a Python 3.9 type. */
function toType(schema: JsonSchema): string {
  const { type, items, anyOf, enum: words, properties, additionalProperties } = schema
  if (Array.isArray(words)) return 'str'
  if (Array.isArray(anyOf)) {
    const kinds = [...new Set(anyOf.filter((each) => Object(each).type !== 'null').map(toType))]
    const [only] = kinds
    const inner = kinds.length === 1 && only !== undefined ? only : `Union[${kinds.join(', ')}]`
    return anyOf.length > anyOf.filter((each) => Object(each).type !== 'null').length ? `Optional[${inner}]` : inner
  }
  if (type === 'array') return `List[${toType(Object(items))}]`
  if (type === 'object')
    return properties === undefined && Object(additionalProperties).type !== undefined
      ? `Dict[str, ${toType(Object(additionalProperties))}]`
      : 'Dict[str, Any]'
  return { string: 'str', integer: 'int', number: 'float', boolean: 'bool', null: 'None' }[String(type)] ?? 'Any'
}

const toLiteral = (value: unknown): string =>
  value === null ? 'None' : value === true ? 'True' : value === false ? 'False' : JSON.stringify(value)

/** Formats text as a docstring with readable line lengths. */
function toDocstring(text: string, indent: string): string {
  const lines: string[] = ['']
  for (const word of text.replaceAll('\\', '\\\\').replaceAll('"', "'").split(/\s+/)) {
    const last = lines.at(-1) ?? ''
    if (last.length + word.length > 100 && last !== '') lines.push(word)
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`
  }
  return lines.join(`\n${indent}`)
}

/** Generates a class with one method per procedure that a program may call. */
export function makePython(): string {
  const methods = Object.values(subjects).flatMap((procedures) =>
    Object.entries(procedures).flatMap(([name, { args, returns, says, errors = {}, caller, reads, isPaged }]) => {
      if (caller === 'service') return []
      const schema = toArguments(args)
      const required: readonly string[] = Object(schema['required'] ?? [])
      const own = (key: string): string => key.replace(/^p_/, '').replace(/^from$/, 'from_')
      const entries = Object.entries(Object(schema['properties']) as Record<string, JsonSchema>)
      const ordered = [
        ...entries.filter(([key]) => required.includes(key)),
        ...entries.filter(([key]) => !required.includes(key)),
      ]
      const takes = ordered.map(([key, each]) => {
        if (required.includes(key)) return `${own(key)}: ${toType(each)}`
        const type = toType(each)
        return `${own(key)}: ${type.startsWith('Optional') || type === 'Any' ? type : `Optional[${type}]`} = None`
      })
      const passes = ordered.map(([key]) => `${JSON.stringify(key)}: ${own(key)}`)
      const answer = toType(toSchema(returns))
      const refusals = Object.entries(errors).map(([code, why]) => `${code} ${why}`)
      const doc = [says, ...(refusals.length === 0 ? [] : [`Refuses: ${refusals.join('; ')}.`])].join(' ')
      const star = takes.length > 0 ? `, *, ${takes.join(', ')}` : ''
      const how =
        isPaged === true
          ? ', reads=True, pages=True'
          : reads === true
            ? ', reads=True'
            : 'p_operation_id' in args
              ? ''
              : ', key=False'
      const call = `self.call(${toLiteral(name)}, {${passes.join(', ')}}${how})`
      return [
        `    def ${name}(self${star}) -> ${answer}:`,
        `        """${toDocstring(doc, '        ')}"""`,
        answer === 'None'
          ? `        ${call}`
          : answer === 'Any'
            ? `        return ${call}`
            : `        return cast(${JSON.stringify(answer)}, ${call})`,
        '',
      ]
    }),
  )
  return (
    `# Made of core/manifest by \`npm run check -- --fix\`. Changes here are lost.
"""Every procedure of the database as a method, by its own name; arguments without their p_."""

from typing import Any, Dict, List, Optional, cast


class Procedures:
    """What a client can call. \`call\` is the client's own."""

    def call(self, procedure: str, arguments: Dict[str, Any], reads: bool = False, key: bool = True, pages: bool = False) -> Any:
        raise NotImplementedError

${methods.join('\n')}`.trimEnd() + '\n'
  )
}
