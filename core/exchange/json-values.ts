import type { Sheet } from './csv.ts'
import { isJsonObject, type JsonObject } from './parse-json.ts'

/** Rows that say something by titles as a sheet of them all. */
export function toSheet(rows: readonly ReadonlyMap<string, string>[]): Sheet {
  const header = [...new Set(rows.flatMap((row) => [...row.keys()]))]
  return {
    header,
    records: rows.map((row, at) => ({ line: at + 1, cells: header.map((title) => row.get(title) ?? '') })),
  }
}

/** A value in words: of an entity its name. */
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

/** Attached files, each by its name and where it can be had: `ref.jpg (https://…)`. */
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

/** An object, an empty one for anything else. */
export function objectOf(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {}
}
