import type { Gateway } from '#core/gateway/ports.ts'
import { AppError } from '#core/lib/errors.ts'

/** Calls a procedure that knows a repeat; an answer that got lost is asked for once more. */
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
  // The procedure's own answer.
  return answer as Answer
}
