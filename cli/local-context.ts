import type { LocalContext } from './context.ts'
import type { GlobalOptions } from './global-options.ts'
import type { Io } from './io.ts'
import { formatListing, formatRecord } from './output.ts'

/** Data to standard output in the format asked for, talk to standard error. */
export function makeLocalContext(io: Io, options: Omit<GlobalOptions, 'host' | 'input'>): LocalContext {
  return {
    io,
    print: (listing) => io.out(formatListing(listing, options, io)),
    printRecord: (row) => io.out(formatRecord(row, options, io)),
    say: (line) => {
      if (options.quiet !== true) io.err(`${line}\n`)
    },
  }
}
