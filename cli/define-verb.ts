import type { Command } from 'commander'
import type { Context } from './context.ts'
import type { ExitCode } from './exit-code.ts'

/** A flag, which also has an environment variable (see `resolve-options.ts`); a `list` may be repeated. */
export type Flag = {
  readonly flags: string
  readonly description: string
  readonly as?: 'number' | 'list'
  readonly default?: string | number
  /**
   * The procedure argument it stands for, such as `create_access_token.p_days`, which gives the rest. See
   * `manifest-flags.ts`.
   */
  readonly of?: string
  /** Leaves the argument out when the flag is not given, ignoring the argument's default. */
  readonly isOptional?: boolean
}

/** A verb's help. */
export type Declaration = {
  /** Such as `<status> [targets...]`; each becomes an option of its name. */
  readonly arguments?: string
  readonly summary: string
  readonly options?: readonly Flag[]
  /** Command lines without the program's name; `cli/examples.cli.test.ts` runs them. */
  readonly examples?: readonly string[]
}

/** Runs a verb with its arguments and flags by camel-case name; returns how it ended, if not `done`. */
export type Run = (options: never, context: Context, command: Command) => Promise<ExitCode | void>

/** Defines a verb of `studio-cli`; its file path gives its words, so `commands/item/list.ts` is `item list`. */
export function defineVerb<Runs extends Run>(verb: Declaration & { readonly run: Runs }): typeof verb {
  return verb
}

/** Defines a flag of a verb. */
export function flag(flags: string, description: string, more: Pick<Flag, 'as' | 'default'> = {}): Flag {
  return { flags, description, ...more }
}

/**
 * Defines a flag from a procedure's argument: its text, its allowed values, and its default unless one is given here.
 */
export function flagOf(flags: string, of: string, more: Pick<Flag, 'default' | 'isOptional'> = {}): Flag {
  return { flags, description: '', of, ...more }
}
