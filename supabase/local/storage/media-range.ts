import type { StorageFailure } from './answers.ts'
import type { Exchange } from './exchange.ts'
import { runExchange } from './exchange.ts'

/**
 * Sends a write to lite. lite treats `text/*` among a bucket's types as a literal type name, and one with a charset as
 * another type: such a write is sent again under that name, and stored under its own.
 */
export async function writeInRange(
  exchange: Exchange,
  request: Request,
  next: (request: Request) => Promise<Response>,
): Promise<Response> {
  const response = await runExchange(exchange, () => next(request))
  if (response.ok || response.body === null) return response
  const text = await response.clone().text()
  if (!text.includes('"invalid_mime_type"')) return response
  const { message } = JSON.parse(text) as StorageFailure
  const type = request.headers.get('content-type') ?? ''
  const range = findRange(message, type)
  if (range === undefined) return response
  exchange.contentType = type
  const headers = new Headers(request.headers)
  headers.set('content-type', range)
  const again = { method: request.method, headers, body: request.body, duplex: 'half' }
  return runExchange(exchange, () => next(new Request(request.url, again as RequestInit)))
}

/** The type or the `text/*` that a type belongs to, among those in lite's refusal. */
function findRange(message: string, type: string): string | undefined {
  const [, supported = ''] = message.split('Supported: ')
  const allowed = supported.split(', ')
  const [plain = ''] = type.split(';')
  return allowed.find(
    (one) => one === plain.trim() || one === '*/*' || (one.endsWith('/*') && type.startsWith(one.slice(0, -1))),
  )
}
