import { AppError } from './errors.ts'
import { err, ok, type Result } from './result.ts'

/** Runs an action and returns its value, or the `AppError` it throws, as a result; bugs still throw. */
export async function attempt<Value>(act: () => Promise<Value>): Promise<Result<Value>> {
  try {
    return ok(await act())
  } catch (cause) {
    if (cause instanceof AppError) return err(cause)
    throw cause
  }
}
