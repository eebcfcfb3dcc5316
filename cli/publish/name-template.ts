import path from 'node:path'
import { toNameExpression } from '#core/exchange/name-expression.ts'
import { usageError } from '../cli-error.ts'

/** A file's place, according to its name. */
export type PlacedFile = {
  readonly target: string
  /** The path without the frame number, the same for all frames of a sequence. */
  readonly sequence: string
  readonly frame: number | undefined
  /** The revision's number, if the name contains `{version}`. */
  readonly version: number | undefined
  /** Fills placeholders such as `v{version}` from the name; unknown ones stay. */
  readonly fill: (text: string) => string
}

/** Returns a file's place according to its name; undefined if the name does not match the template. */
export type PlaceFile = (file: string) => PlacedFile | undefined

const placeholder = /\{([a-z]+)\}/gi

/**
 * Reads `--map '{item}:{stage}'` and `--match '{item}_{stage}_v{version}.mov'`: the text matched by a placeholder of
 * the second is put into the first. `{name}` (without its extension), `{file}` and `{dir}` are always available.
 * `{frame}`, `####` and `%04d` match a frame number of that many digits, `{version}` matches digits, `*` anything.
 */
export function makeFilePlacer({
  map,
  match,
}: {
  readonly map: string
  readonly match: string | undefined
}): PlaceFile {
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
