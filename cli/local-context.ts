import type { GlobalOptions } from './global-options.ts'
import type { Io } from './io.ts'
import { formatListing, formatRecord, type Listing, type OutputRecord } from './output.ts'

/** What a command that asks no host works with. */
export interface LocalContext {
  readonly io: Io
  /** Data, to standard output in the format asked for. */
  print: <Row extends OutputRecord>(listing: Listing<Row>) => void
  /** The same for what was asked for as a list: an empty one is no failure, and is said. */
  printList: <Row extends OutputRecord>(listing: Listing<Row>) => void
  printRecord: <Row extends OutputRecord>(row: Row, columns?: readonly (keyof Row & string)[]) => void
  /** Talk, to standard error; not with `--quiet`. */
  say: (line: string) => void
  /** What nobody may miss, to standard error; with `--quiet` too. */
  warn: (line: string) => void
}

/** What is said of an empty list. */
export const nothing = 'Nothing matched.'

/** Data to standard output in the format asked for, talk to standard error. */
export function makeLocalContext(io: Io, options: Omit<GlobalOptions, 'host' | 'input'>): LocalContext {
  const say: LocalContext['say'] = (line) => {
    if (options.quiet !== true) io.err(`${line}\n`)
  }
  const print: LocalContext['print'] = (listing) => io.out(formatListing(listing, options, io))
  return {
    io,
    print,
    printList: (listing) => {
      print(listing)
      if (listing.rows.length === 0) say(nothing)
    },
    printRecord: (row, columns) => io.out(formatRecord({ row, ...(columns && { columns }) }, options, io)),
    warn: (line) => io.err(`${line}\n`),
    say,
  }
}
