import type { GlobalOptions } from './global-options.ts'
import type { Io } from './io.ts'
import { formatListing, formatRecord, type Listing, type OutputRecord } from './output.ts'

/** What a command that contacts no host works with. */
export interface LocalContext {
  readonly io: Io
  /** Prints data to standard output in the requested format. */
  print: <Row extends OutputRecord>(listing: Listing<Row>) => void
  /** Like `print` for a list, which may be empty: that is reported, not an error. */
  printList: <Row extends OutputRecord>(listing: Listing<Row>) => void
  printRecord: <Row extends OutputRecord>(row: Row, columns?: readonly (keyof Row & string)[]) => void
  /** Prints a message to standard error, unless `--quiet`. */
  say: (line: string) => void
  /** Prints a message that must not be missed to standard error, even with `--quiet`. */
  warn: (line: string) => void
}

/** The message for an empty list. */
export const nothing = 'Nothing matched.'

/** Creates a context that prints data to standard output in the requested format, and messages to standard error. */
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
