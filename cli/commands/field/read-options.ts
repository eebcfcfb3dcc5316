import type { GivenOption } from '#core/fields/change-fields.ts'
import { parseHexColor } from '#core/lib/color.ts'
import { usageError } from '#cli/cli-error.ts'

/** Parses `--option`: `Easy`, or `Easy=#22c55e` with its colour. */
export function readOptions(texts: readonly string[]): readonly GivenOption[] {
  return texts.map((text) => {
    const { name, written } = /^(?<name>.*?)\s*=\s*(?<written>#.*)$/.exec(text)?.groups ?? { name: text }
    if (name === undefined || name.trim() === '')
      throw usageError(`"${text}" names no option.`, 'Write it like: Easy, or Easy=#22c55e')
    if (written === undefined) return name
    const color = parseHexColor(written)
    if (color === undefined) throw usageError(`"${written}" is not a colour.`, 'Write it like: Easy=#22c55e')
    return { name, color }
  })
}
