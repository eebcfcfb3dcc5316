import { AppError } from '#core/lib/errors.ts'
import { CliError } from './cli-error.ts'
import { exitCodes, toExitCode } from './exit-code.ts'
import { describeSystemError } from './system-error.ts'

/** Describes an error and what to do about it, one line each. */
export function describeFailure(error: unknown): string {
  return [messageOf(error), suggestionFor(error)].filter((line) => line !== undefined).join('\n')
}

function messageOf(error: unknown): string {
  // Core's message promises that changes are kept and sent later, which a command does not do.
  if (error instanceof AppError && error.code === 'offline') return 'No answer from the server.'
  return describeSystemError(error)?.message ?? (error instanceof Error ? error.message : String(error))
}

function suggestionFor(error: unknown): string | undefined {
  if (error instanceof CliError || error instanceof AppError) {
    if (error.suggestion !== undefined) return error.suggestion
    if (toExitCode(error) === exitCodes.notSignedIn) return 'Sign in with: studio-cli login'
    return undefined
  }
  const refused = describeSystemError(error)
  if (refused !== undefined) return refused.suggestion
  return 'This is a bug in studio-cli; --verbose shows where.'
}
