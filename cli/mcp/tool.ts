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
  /** The folders from which files may be sent. */
  readonly folders?: readonly string[]
  /** Writes are refused if somebody else has changed one of these rows. */
  readonly unchanged?: Unchanged
}

/** A tool: its arguments and its response. */
export type Tool = {
  readonly name: string
  readonly description: string
  readonly args: v.ObjectEntries
  /** True if it changes nothing on the server. */
  readonly isReading: boolean
  /** True if it may do more than add. */
  readonly isDestructive?: boolean
  /** Called with arguments validated against `args`. */
  readonly run: (args: Readonly<Record<string, unknown>>) => Promise<unknown>
}

/** A text argument from outside, limited in length against mistakes and attacks. */
export const line = (description: string) => v.pipe(v.string(), v.maxLength(2000), v.description(description))

/** A list of such texts, limited in number. */
export const lines = (description: string) =>
  v.pipe(v.array(v.pipe(v.string(), v.maxLength(2000))), v.maxLength(500), v.description(description))
