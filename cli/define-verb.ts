import type { Command } from 'commander'
import type { Context } from './context.ts'
import type { ExitCode } from './exit-code.ts'

/** A flag, with a twin in the environment (see `resolve-options.ts`); a `list` may be given several times. */
export type Flag = {
  readonly flags: string
  readonly description: string
  readonly as?: 'number' | 'list'
  readonly default?: string | number
  /** The procedure's argument that says the rest of it: `create_access_token.p_days`. See `manifest-flags.ts`. */
  readonly of?: string
  /** Whether it is left out where nobody gives it, whatever the argument's default. */
  readonly isOptional?: boolean
}

/** What the help says of a verb. */
export type Declaration = {
  /** As `<status> [targets...]`; each becomes an option of its name. */
  readonly arguments?: string
  readonly summary: string
  readonly options?: readonly Flag[]
  /** Command lines, without the program's name; `cli/examples.cli.test.ts` plays them. */
  readonly examples?: readonly string[]
}

/** Carries a verb out with its arguments and flags by name, in camel case; answers how it ended where that is not `done`. */
export type Run = (options: never, context: Context, command: Command) => Promise<ExitCode | void>

/** A verb of `studio-cli`: the file it stands in says its words, so `commands/item/list.ts` is `item list`. */
export function defineVerb<Runs extends Run>(verb: Declaration & { readonly run: Runs }): typeof verb {
  return verb
}

/** A flag of a verb. */
export function flag(flags: string, description: string, more: Pick<Flag, 'as' | 'default'> = {}): Flag {
  return { flags, description, ...more }
}

/** A flag that a procedure's argument describes: its words, the values it takes, and its default where none is given here. */
export function flagOf(flags: string, of: string, more: Pick<Flag, 'default' | 'isOptional'> = {}): Flag {
  return { flags, description: '', of, ...more }
}
