import type { App } from '@supabase/lite'
import { captureOutput } from './app.ts'
import { BodyTooLarge } from './body-limit.ts'
import type { Handler } from './http.ts'
import { toErrorResponse, withCors, withHeaders } from './http.ts'
import { toSqlAnswer } from './sql-error.ts'

/**
 * Answers with lite. Refusals of the database are answered in PostgREST's form; lite's own failures are logged in one
 * line and answered without internals.
 */
export function makeLiteHandler(app: App): Handler {
  return async (request, peer) => {
    const { method } = request
    const { pathname } = new URL(request.url)
    const { result, printed } = await captureOutput(async () => app.fetch(request, { peerAddress: peer ?? null }))
    if (result.status >= 500) {
      const refusal = toSqlAnswer(findError(printed))
      if (refusal !== undefined) {
        const { status, ...answer } = refusal
        if (status === 503) console.error(`${method} ${pathname} failed: ${answer.message}`)
        return withCors(Response.json(answer, { status }))
      }
      if (!(findError(printed) instanceof BodyTooLarge))
        console.error(`${method} ${pathname} failed with ${result.status}: ${await describe(result, printed)}`)
      return withCors(toErrorResponse({ status: result.status, code: 'XX000', message: 'Internal server error' }))
    }
    // It repeats the URL, which overflows clients' header limit after an in() filter with many values.
    return result.headers.has('content-location') ? withHeaders(result, { 'content-location': null }) : result
  }
}

function findError(printed: unknown[][]): Error | undefined {
  return printed
    .flat()
    .filter((value) => value instanceof Error)
    .at(-1)
}

async function describe(response: Response, printed: unknown[][]): Promise<string> {
  const last = findError(printed)
  if (last !== undefined) return last.stack ?? last.message
  return (await response.text().catch(() => '')).slice(0, 2000)
}
