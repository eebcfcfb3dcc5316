import type { Gateway } from '#core/gateway/ports.ts'
import { AppError } from '#core/lib/errors.ts'

const maxTries = 4
const firstWaitMs = 500

/** Retries failures that may be temporary. */
export async function sendWithRetries<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await send()
    } catch (error) {
      if (!(error instanceof AppError) || !error.retryable || tries === maxTries) throw error
      const waitMs = error.retryAfterMs ?? firstWaitMs * 2 ** (tries - 1)
      await new Promise<void>((resolve) => void setTimeout(resolve, waitMs))
    }
  }
}

/** Wraps calls that can safely be repeated, so that a lost connection only costs time. */
export function repeating({ call }: Pick<Gateway, 'call'>): Pick<Gateway, 'call'> {
  return { call: (...request) => sendWithRetries(() => call(...request)) }
}
