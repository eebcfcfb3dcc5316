import type { App } from '@supabase/lite'
import { quietly } from './app.ts'
import type { Handler } from './http.ts'
import { toErrorResponse, withHeaders } from './http.ts'

/** Answers with lite. Failures of its own are logged here in one line and reach the caller without their internals. */
export function makeLiteHandler(app: App): Handler {
  return async (request, peer) => {
    const { method } = request
    const { pathname } = new URL(request.url)
    const { result, printed } = await quietly(async () => app.fetch(request, { peerAddress: peer ?? null }))
    if (result.status >= 500) {
      console.error(`${method} ${pathname} failed with ${result.status}: ${await describe(result, printed)}`)
      return toErrorResponse({ status: result.status, code: 'XX000', message: 'Internal server error' })
    }
    // It repeats the address, which overflows the header limit of clients after an in() filter with many values.
    return result.headers.has('content-location') ? withHeaders(result, { 'content-location': null }) : result
  }
}

async function describe(response: Response, printed: unknown[][]): Promise<string> {
  const errors = printed.flat().filter((value) => value instanceof Error)
  const last = errors.at(-1)
  if (last !== undefined) return last.stack ?? last.message
  return (await response.text().catch(() => '')).slice(0, 2000)
}
