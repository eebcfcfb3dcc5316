import { Option, type Argument, type Command } from 'commander'
import { usageError } from './cli-error.ts'
import type { Declaration, Flag, Run } from './define-verb.ts'
import { exitCodes, type ExitCode } from './exit-code.ts'
import type { GlobalOptions } from './global-options.ts'
import type { Io } from './io.ts'

export type ProgramParts = { readonly io: Io; readonly onDone: (code: ExitCode) => void }

/** A noun, or a verb with its declaration, loaded only when it runs. */
export type Entry = Declaration & { readonly path: string; readonly load?: () => Promise<Run> }

/** Adds a noun or verb to the program. */
export function declare(program: Command, parts: ProgramParts, entry: Entry): void {
  const { path, summary, options = [], examples = [], load } = entry
  const words = path.split(' ')
  const name = [words.pop(), entry.arguments].filter(Boolean).join(' ')
  const parent = words.reduce((noun, word) => noun.commands.find((each) => each.name() === word) ?? noun, program)
  const command = parent.command(name).description(summary)
  for (const flag of options) {
    const option = toOption(flag)
    command.addOption(option)
    if (option.required && flag.as !== 'list') refuseTwice(command, option)
  }
  if (examples.length > 0)
    command.addHelpText('after', `\nExamples:\n${examples.map((example) => `  studio-cli ${example}`).join('\n')}`)
  if (load === undefined) return
  command.action(async () => {
    // The code loaded from here on is much larger than the declarations: cache its compilation where Node can.
    const { default: module } = await import('node:module')
    module.enableCompileCache?.()
    const [run, { toFormat }, { loadConfigFiles }, { resolveOptions }, { makeContext }] = await Promise.all([
      load(),
      import('./output.ts'),
      import('./config.ts'),
      import('./resolve-options.ts'),
      import('./context.ts'),
    ])
    const resolved = resolveOptions(command, parts.io, await loadConfigFiles(parts.io))
    // Each verb declares the options it reads; commander knows them by name only.
    const values = { ...resolved, ...readArguments(command) } as unknown as GlobalOptions
    // Refuse an unknown output field before anything is done.
    toFormat(values, parts.io)
    const context = makeContext({ io: parts.io, options: values })
    try {
      parts.onDone((await run(values as never, context, command)) ?? exitCodes.done)
    } finally {
      await context.close()
    }
  })
}

/** Refuses a repeated flag that takes one value; commander would silently use the last. */
function refuseTwice(command: Command, option: Option): void {
  let isGiven = false
  command.on(`option:${option.name()}`, () => {
    if (isGiven)
      throw usageError(
        `${option.long} was given twice.`,
        'Give it once; where it takes several, separate them by commas.',
      )
    isGiven = true
  })
}

/** Converts a flag to a commander option. */
export function toOption({ flags, description, as, default: usual }: Flag): Option {
  const option = new Option(flags, description)
  if (as === 'number') option.argParser(Number)
  if (as === 'list')
    option.argParser((value: string, previous: unknown) => [...(Array.isArray(previous) ? previous : []), value])
  return usual === undefined ? option : option.default(usual)
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
