import { Option, type Argument, type Command } from 'commander'
import type { Context } from './context.ts'
import { exitCodes, type ExitCode } from './exit-code.ts'
import type { GlobalOptions } from './global-options.ts'
import type { Io } from './io.ts'

/** What carries out a command; answers how it ended where that is not `done`. */
export type Run<Options> = (options: Options & GlobalOptions, context: Context) => Promise<ExitCode | void>

export type ProgramParts = { readonly io: Io; readonly onDone: (code: ExitCode) => void }

type Declaration<Options> = {
  /** The verb and its arguments: `set-status <status> [targets...]`; each argument becomes an option of its name. */
  readonly name: string
  readonly summary: string
  readonly options?: readonly Option[]
  /** Command lines shown in the help, without the program's name. */
  readonly examples?: readonly string[]
  /** What the command is made of, loaded only when it runs. */
  readonly load: () => Promise<Run<Options>>
}

/** Adds a command to a noun or to the program. */
export function declare<Options>(parent: Command, parts: ProgramParts, declaration: Declaration<Options>): void {
  const { name, summary, options = [], examples = [], load } = declaration
  const command = parent.command(name).description(summary)
  for (const option of options) command.addOption(option)
  if (examples.length > 0)
    command.addHelpText('after', `\nExamples:\n${examples.map((example) => `  studio-cli ${example}`).join('\n')}`)
  command.action(async () => {
    // What comes now is much more than the declarations: compiled once, kept for the next start, where Node can.
    const { default: module } = await import('node:module')
    module.enableCompileCache?.()
    process.once('SIGINT', () => process.exit(exitCodes.cancelled))
    const [run, { toFormat }, { loadConfigFiles }, { resolveOptions }, { makeContext }] = await Promise.all([
      load(),
      import('./output.ts'),
      import('./config.ts'),
      import('./resolve-options.ts'),
      import('./context.ts'),
    ])
    const resolved = resolveOptions(command, parts.io, await loadConfigFiles(parts.io))
    // Each command declares the options it reads; commander knows them by name only.
    const values = { ...resolved, ...readArguments(command) } as Options & GlobalOptions
    // What cannot be printed is refused before anything is done.
    toFormat(values, parts.io)
    const context = makeContext({ io: parts.io, options: values })
    try {
      const code = (await run(values, context)) ?? exitCodes.done
      // An empty screen alone leaves it open whether anything happened.
      if (code === exitCodes.nothingMatched) context.say('Nothing matched.')
      parts.onDone(code)
    } finally {
      await context.close()
    }
  })
}

/** A flag; each has a twin in the environment, see `resolve-options.ts`. */
export function flag(flags: string, description: string): Option {
  return new Option(flags, description)
}

/** A flag that may be given several times. */
export function listFlag(flags: string, description: string): Option {
  return new Option(flags, description).argParser((value: string, previous: unknown) => [
    ...(Array.isArray(previous) ? previous : []),
    value,
  ])
}

function readArguments(command: Command): Record<string, unknown> {
  return Object.fromEntries(
    command.registeredArguments.map((argument: Argument, at) => [
      toCamelCase(argument.name()),
      command.processedArgs[at],
    ]),
  )
}

function toCamelCase(name: string): string {
  return name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
