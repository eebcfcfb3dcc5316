import type { Gateway } from '#core/gateway/ports.ts'
import { AppError } from '#core/lib/errors.ts'

/** Calls an idempotent procedure, once more if the answer was lost. */
export async function callOnce<Answer>(
  gateway: Pick<Gateway, 'call'>,
  procedure: string,
  request: Readonly<Record<string, unknown>>,
): Promise<Answer> {
  const ask = (): Promise<unknown> => gateway.call(procedure, request)
  const answer = await ask().catch((error: unknown) => {
    if (error instanceof AppError && error.retryable) return ask()
    throw error
  })
  // The caller names the procedure's answer type.
  return answer as Answer
}
