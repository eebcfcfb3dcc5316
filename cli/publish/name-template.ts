import path from 'node:path'
import { toNameExpression } from '#core/exchange/name-expression.ts'
import { usageError } from '../cli-error.ts'

/** Where a file belongs, as its name says. */
export type PlacedFile = {
  readonly target: string
  /** The same for all frames of a sequence: the path with the frame's number taken out. */
  readonly sequence: string
  readonly frame: number | undefined
  /** The revision's number, where `{version}` stands in the name. */
  readonly version: number | undefined
  /** Puts what stands in the name into a text: `v{version}`. What no placeholder says stays as it is. */
  readonly fill: (text: string) => string
}

/** Works out where a file belongs from its name; absent where the name is not as the template has it. */
export type PlaceFile = (file: string) => PlacedFile | undefined

const placeholder = /\{([a-z]+)\}/gi

/**
 * Reads `--map '{item}:{stage}'` and `--match '{item}_{stage}_v{version}.mov'`: what stands at a placeholder of the second is
 * put into the first. `{name}` (without its ending), `{file}` and `{dir}` are always known. `{frame}`, `####` and `%04d`
 * stand for the number of a frame, of so many digits; `{version}` for digits; `*` for anything.
 */
export function makePlaceFile({ map, match }: { readonly map: string; readonly match: string | undefined }): PlaceFile {
  const expression = match === undefined ? undefined : toNameExpression(match)
  const known = [...(match ?? '').matchAll(placeholder)].map(([, name]) => name)
  for (const [, name = ''] of map.matchAll(placeholder))
    if (!['name', 'file', 'dir', ...known].includes(name))
      throw usageError(
        `--map uses {${name}}, which --match does not define.`,
        "Add it, as in --match '{item}_{stage}.mov'.",
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
    const fill = (text: string): string => text.replace(placeholder, (whole, key: string) => values[key] ?? whole)
    const [start, end] = found?.indices?.groups?.['frame'] ?? []
    const sequence = start === undefined ? file : path.join(dir, `${base.slice(0, start)}#${base.slice(end)}`)
    const frame = values['frame'] === undefined ? undefined : Number(values['frame'])
    const version = values['version'] === undefined ? undefined : Number(values['version'])
    return { target: fill(map), sequence, frame, version, fill }
  }
}
