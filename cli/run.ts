import { CommanderError } from 'commander'
import { CliError } from './cli-error.ts'
import { describeFailure } from './describe-failure.ts'
import { exitCodes, toExitCode, type ExitCode } from './exit-code.ts'
import type { Io } from './io.ts'
import { makeProgram } from './program.ts'

/** Runs one command line to its end and answers how it ended; whatever went wrong was said in one line. */
export async function runCli(argv: readonly string[], io: Io): Promise<ExitCode> {
  const ending: { code: ExitCode } = { code: exitCodes.done }
  try {
    const onDone = (code: ExitCode): void => {
      ending.code = code
    }
    await makeProgram({ io, onDone }).parseAsync(isAlone(argv, io) ? ['screen'] : normalize(argv), { from: 'user' })
    return ending.code
  } catch (error) {
    // Commander has said by itself what was wrong, or showed the help that was asked for.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage
    if (isUnread(error)) return exitCodes.done
    const isVerbose = argv.includes('--verbose') || (io.env['XSHEET_VERBOSE'] ?? '') !== ''
    io.err(describe(error, isVerbose))
    return toExitCode(error)
  }
}

/** Whoever reads may stop reading, as `head` does; that is no failure. */
function isUnread(error: unknown): boolean {
  if (error instanceof CliError) return error.ending === 'silent'
  return error instanceof Error && 'code' in error && error.code === 'EPIPE'
}

/** The program's name alone, at a terminal that can draw, opens the screen; elsewhere it says what there is. */
function isAlone(argv: readonly string[], io: Io): boolean {
  return argv.length === 0 && io.isInputTty && io.isOutputTty && io.env['TERM'] !== 'dumb'
}

/** `--json` alone means all fields: its value is only ever what follows an equals sign, so that it eats no argument. */
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
