import { CommanderError } from 'commander'
import { CliError } from './cli-error.ts'
import { describeFailure } from './describe-failure.ts'
import { exitCodes, toExitCode, type ExitCode } from './exit-code.ts'
import type { Io } from './io.ts'
import { makeProgram } from './program.ts'

/** Runs a command line and returns its exit code; errors have been printed. */
export async function runCli(argv: readonly string[], io: Io): Promise<ExitCode> {
  const ending: { code: ExitCode } = { code: exitCodes.done }
  try {
    const onDone = (code: ExitCode): void => {
      ending.code = code
    }
    await makeProgram({ io, onDone }).parseAsync(isAlone(argv, io) ? ['screen'] : normalize(argv), { from: 'user' })
    return ending.code
  } catch (error) {
    // Commander has already printed the error or the requested help.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage
    if (isUnread(error)) return exitCodes.done
    const isVerbose = argv.includes('--verbose') || (io.env['XSHEET_VERBOSE'] ?? '') !== ''
    io.err(describe(error, isVerbose))
    return toExitCode(error)
  }
}

/** The reader may stop reading, as `head` does; that is not a failure. */
function isUnread(error: unknown): boolean {
  if (error instanceof CliError) return error.ending === 'silent'
  return error instanceof Error && 'code' in error && error.code === 'EPIPE'
}

/**
 * Returns whether the program was called without arguments at a terminal that can draw, which opens the screen;
 * elsewhere it prints the help.
 */
function isAlone(argv: readonly string[], io: Io): boolean {
  return argv.length === 0 && io.isInputTty && io.isOutputTty && io.env['TERM'] !== 'dumb'
}

/**
 * Makes plain `--json` mean all fields: its value must follow an equals sign, so that it never consumes an argument.
 */
function normalize(argv: readonly string[]): string[] {
  const end = argv.indexOf('--')
  return argv.map((argument, at) => (argument === '--json' && (end === -1 || at < end) ? '--json=' : argument))
}

function describe(error: unknown, isVerbose: boolean): string {
  const lines = [`studio-cli: ${describeFailure(error)}`]
  if (isVerbose && error instanceof Error) lines.push(error.stack ?? '', ...causesOf(error))
  return `${lines.join('\n')}\n`
}

function causesOf(error: Error): string[] {
  if (error.cause === undefined) return []
  const cause = error.cause
  return [
    `caused by ${cause instanceof Error ? cause.stack : JSON.stringify(cause)}`,
    ...(cause instanceof Error ? causesOf(cause) : []),
  ]
}
