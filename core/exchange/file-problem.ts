import { err, type Result } from '#core/lib/result.ts'

/** A problem with a file and its position: lines and columns count from 1; for cells, the column is the table's. */
export type FileProblem = {
  readonly line: number
  readonly column: number
  readonly message: string
  /** A sheet's titles if none is known to name items, so that one can be chosen. */
  readonly titles?: readonly string[]
  /** The workbook's other sheets, one of which may be meant. */
  readonly others?: readonly string[]
}

/** A position in a file. */
export type FilePlace = { readonly line: number; readonly column: number }

/** Makes a refusal with its position. */
export function problemAt({ line, column }: FilePlace, message: string): Result<never, FileProblem> {
  return err({ line, column, message })
}

/** Returns the position of a character in a text, from its index counted from 0. */
export function placeOf(text: string, index: number): FilePlace {
  const before = text.slice(0, index).split(/\r\n|\r|\n/)
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 }
}

/** Makes a function that returns the line of a character index (from 0), fast for many lookups in one text. */
export function makeLineFinder(text: string): (index: number) => number {
  const ends = Array.from(text.matchAll(/\r\n|\r|\n/g), ({ index }) => index)
  return (index) => {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((ends[middle] ?? 0) < index) low = middle + 1
      else high = middle
    }
    return low + 1
  }
}
