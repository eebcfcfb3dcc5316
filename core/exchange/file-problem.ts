import { err, type Result } from '#core/lib/result.ts'

/** What is wrong with a file, and where: lines and columns count from 1; of a cell, the column is that of the table. */
export type FileProblem = {
  readonly line: number
  readonly column: number
  readonly message: string
  /** The titles of a sheet none of which is known to say the names of items: one of them may. */
  readonly titles?: readonly string[]
  /** The other sheets of that workbook, one of which may be meant. */
  readonly others?: readonly string[]
}

/** A place in a file. */
export type FilePlace = { readonly line: number; readonly column: number }

/** A refusal that names the place. */
export function problemAt({ line, column }: FilePlace, message: string): Result<never, FileProblem> {
  return err({ line, column, message })
}

/** The place of a character in a text, for its index from 0. */
export function placeOf(text: string, index: number): FilePlace {
  const before = text.slice(0, index).split(/\r\n|\r|\n/)
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 }
}

/** Finds the lines of many characters of one text, for their indexes from 0. */
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
