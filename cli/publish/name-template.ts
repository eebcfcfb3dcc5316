import path from 'node:path'
import { usageError } from '../cli-error.ts'

/** Where a file belongs, worked out from its name; absent where the name is not as the template has it. */
export type PlaceFile = (file: string) => string | undefined

const placeholder = /\{([a-z]+)\}/gi

/**
 * Reads `--map '{item}:{stage}'` and `--match '{item}_{stage}_v{version}.mov'`: what stands at a placeholder of the second is
 * put into the first. `{name}` (without its ending), `{file}` and `{dir}` are always known.
 */
export function makePlaceFile({ map, match }: { readonly map: string; readonly match: string | undefined }): PlaceFile {
  const expression = match === undefined ? undefined : toExpression(match)
  const known = [...(match ?? '').matchAll(placeholder)].map(([, name]) => name)
  for (const [, name = ''] of map.matchAll(placeholder))
    if (!['name', 'file', 'dir', ...known].includes(name))
      throw usageError(
        `--map uses {${name}}, which nothing says.`,
        "Say where it stands, as in --match '{item}_{stage}.mov'.",
      )
  return (file) => {
    const { name, base, dir } = path.parse(file)
    const found = expression?.exec(base)
    if (expression !== undefined && found === null) return undefined
    const values: Readonly<Record<string, string | undefined>> = {
      name,
      file: base,
      dir: path.basename(dir),
      ...found?.groups,
    }
    return map.replace(placeholder, (_, key: string) => values[key] ?? '')
  }
}

function toExpression(template: string): RegExp {
  const seen = new Set<string>()
  const source = template
    .split(/(\{[a-z]+\}|\*)/i)
    .map((part) => {
      if (part === '*') return '.*'
      const name = /^\{([a-z]+)\}$/i.exec(part)?.[1]
      if (name === undefined) return part.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
      if (seen.has(name)) return String.raw`\k<${name}>`
      seen.add(name)
      return `(?<${name}>.+)`
    })
    .join('')
  return new RegExp(`^${source}$`, 'u')
}
