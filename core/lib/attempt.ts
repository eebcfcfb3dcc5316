import { AppError } from './errors.ts'
import { err, ok, type Result } from './result.ts'

/** What something answers, or the `AppError` it fails with as a result; a bug still throws. */
export async function attempt<Value>(act: () => Promise<Value>): Promise<Result<Value>> {
  try {
    return ok(await act())
  } catch (cause) {
    if (cause instanceof AppError) return err(cause)
    throw cause
  }
}
