/** An error of the command line itself; its ending is one of `exitCodes`. */
export class CliError extends Error {
  override readonly name = 'CliError'
  readonly ending: 'failure' | 'usage' | 'notSignedIn' | 'nothingMatched' | 'offline' | 'cancelled' | 'silent'
  /** One line that says what to do. */
  readonly suggestion: string | undefined

  constructor(ending: CliError['ending'], message: string, suggestion?: string) {
    super(message)
    this.ending = ending
    this.suggestion = suggestion
  }
}

/** Returns an error for invalid usage. */
export function usageError(message: string, suggestion?: string): CliError {
  return new CliError('usage', message, suggestion)
}

/** Returns an error for a query that matches nothing. */
export function nothingMatched(message: string, suggestion?: string): CliError {
  return new CliError('nothingMatched', message, suggestion)
}
