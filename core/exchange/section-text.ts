import type { CsvRecord } from './csv.ts'

/** Returns a cell's text; empty if there is none. */
export function textAt(cells: readonly string[], at: number): string {
  return (cells[at] ?? '').trim()
}

/** Returns the shape of a name without its numbers, the same for `SQ010` and `sq020`. */
export function toShape(name: string): string {
  return name
    .toLowerCase()
    .replace(/\d+/g, '#')
    .replace(/[\s_-]+/g, ' ')
}

/** Tells whether most texts are paths; the top of a tree is a name without separators. */
export function holdPaths(texts: readonly string[]): boolean {
  return texts.length > 0 && texts.filter((text) => / \/ /.test(text)).length * 2 >= texts.length
}

const mostNames = 8

/** Lists the first names. */
export function formatNames(names: readonly string[]): string {
  return names.slice(0, mostNames).join(', ') + (names.length > mostNames ? ', …' : '')
}

/** Names the lines as the subject of a sentence: `Lines 2, 5 are`. */
export function formatLineNumbers(records: readonly CsvRecord[]): string {
  const lines = records.slice(0, mostNames).map(({ line }) => line)
  const more = records.length > lines.length ? ', …' : ''
  return records.length === 1 ? `Line ${lines.join('')} is` : `Lines ${lines.join(', ')}${more} are`
}
