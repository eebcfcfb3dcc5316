/** What went wrong at the command line itself; how it ends is a name of `exitCodes`. */
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

/** The command line asks for something that cannot be. */
export function usageError(message: string, suggestion?: string): CliError {
  return new CliError('usage', message, suggestion)
}

/** Nothing is as the command line describes it. */
export function nothingMatched(message: string, suggestion?: string): CliError {
  return new CliError('nothingMatched', message, suggestion)
}
