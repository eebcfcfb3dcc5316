import type { Sheet } from './csv.ts'
import { isJsonObject, type JsonObject } from './parse-json.ts'

/** Makes a sheet of rows, each a map from title to text. */
export function toSheet(rows: readonly ReadonlyMap<string, string>[]): Sheet {
  const header = [...new Set(rows.flatMap((row) => [...row.keys()]))]
  return {
    header,
    records: rows.map((row, at) => ({ line: at + 1, cells: header.map((title) => row.get(title) ?? '') })),
  }
}

/** Converts a value to text; an entity to its name. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return String(value)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value))
    return value
      .map(textOf)
      .filter((text) => text !== '')
      .join(', ')
  if (!isJsonObject(value)) return ''
  return 'data' in value ? textOf(value['data']) : textOf(value['name'] ?? value['code'] ?? '')
}

/** Lists attached files with name and URL: `ref.jpg (https://…)`. */
export function filesOf(value: unknown): string {
  const data = objectOf(value)['data'] ?? value
  const files = (Array.isArray(data) ? data : [data]).map((file: unknown) => {
    if (!isJsonObject(file)) return textOf(file)
    const within = { ...objectOf(file['this_file']), ...file }
    const address = textOf(within['url'] ?? within['download_url'] ?? within['permanent_url'] ?? '')
    const name = textOf(within['name'] ?? '')
    return address === '' || address === name ? name : name === '' ? address : `${name} (${address})`
  })
  return files.filter((file) => file !== '').join(', ')
}

/** Returns the value if it is an object, else an empty one. */
export function objectOf(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {}
}
