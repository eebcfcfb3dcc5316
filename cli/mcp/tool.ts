import * as v from 'valibot'
import type { Unchanged } from '#core/gateway/ports.ts'
import type { Clock } from '#core/sync/ports.ts'
import type { GlobalOptions } from '#cli/global-options.ts'
import type { Io } from '#cli/io.ts'

/** What every tool works with: the flags and environment that `studio-cli mcp` was started with. */
export type Base = {
  readonly io: Io
  readonly options: GlobalOptions
  readonly clock: Clock
  /** Whose files may be sent. */
  readonly folders?: readonly string[]
  /** Each write of a command is refused where somebody else has changed one of these rows. */
  readonly unchanged?: Unchanged
}

/** One tool: what it is asked with, and what it answers as data. */
export type Tool = {
  readonly name: string
  readonly description: string
  readonly args: v.ObjectEntries
  /** Whether it changes nothing at the server. */
  readonly isReading: boolean
  /** Whether what it does may be more than adding. */
  readonly isDestructive?: boolean
  /** Called with arguments that are as `args` has them. */
  readonly run: (args: Readonly<Record<string, unknown>>) => Promise<unknown>
}

/** A line of text from outside; longer ones are a mistake or an attack. */
export const line = (description: string) => v.pipe(v.string(), v.maxLength(2000), v.description(description))

/** A few of them. */
export const lines = (description: string) =>
  v.pipe(v.array(v.pipe(v.string(), v.maxLength(2000))), v.maxLength(500), v.description(description))
