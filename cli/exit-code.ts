import { AppError, type ErrorCode } from '#core/lib/errors.ts'
import { CliError } from './cli-error.ts'

/** Exit codes for the shell. Part of the interface: scripts branch on these numbers. */
export const exitCodes = {
  done: 0,
  failure: 1,
  usage: 2,
  partlyDone: 3,
  notSignedIn: 4,
  notAllowed: 5,
  nothingMatched: 6,
  offline: 7,
  cancelled: 130,
} as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

const codesOfErrors: Partial<Record<ErrorCode, ExitCode>> = {
  'not-authenticated': exitCodes.notSignedIn,
  'no-active-session': exitCodes.notSignedIn,
  'session-not-found': exitCodes.notSignedIn,
  'token-invalid': exitCodes.notSignedIn,
  'token-expired': exitCodes.notSignedIn,
  'permission-denied': exitCodes.notAllowed,
  'email-domain-refused': exitCodes.notAllowed,
  'not-found': exitCodes.nothingMatched,
  'project-not-found': exitCodes.nothingMatched,
  'space-not-found': exitCodes.nothingMatched,
  offline: exitCodes.offline,
  timeout: exitCodes.offline,
  'server-unavailable': exitCodes.offline,
  'rate-limited': exitCodes.offline,
  cancelled: exitCodes.cancelled,
}

/** Returns an error's exit code. */
export function toExitCode(error: unknown): ExitCode {
  if (error instanceof CliError) return error.ending === 'silent' ? exitCodes.done : exitCodes[error.ending]
  if (error instanceof AppError) return codesOfErrors[error.code] ?? exitCodes.failure
  return exitCodes.failure
}
