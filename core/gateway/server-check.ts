import {
  isJson,
  isFromStorage,
  isRefusal,
  mayComeFromProxy,
  makeForeignAnswerError,
  typeOf,
} from '#core/lib/storage-check.ts'
import type { Fetch } from './http.ts'

/**
 * Wraps `fetch` so that only responses of the studio's server count. A hotel network's sign-in page, a firewall's
 * refusal or a proxy's error page fails with the TypeError of a missing network, so that nothing is refused, deleted or
 * shown because of it.
 */
export function withServerCheck(fetch: Fetch): Fetch {
  return async (input, init) => {
    const response = await fetch(input, init)
    const { pathname } = new URL(input instanceof Request ? input.url : input, 'http://localhost')
    if (!(await isOfServer(response, pathname))) throw makeForeignAnswerError()
    return response
  }
}

async function isOfServer(response: Response, path: string): Promise<boolean> {
  if (mayComeFromProxy(response.status)) return true
  if (/\/storage\/v1\//.test(path))
    return await isFromStorage(response, { isInPieces: path.includes('/storage/v1/upload/resumable') })
  if (isJson(response)) return response.ok || (await isRefusal(response))
  // No content, as after a write: a response without a type, which is never a plain 200.
  return response.ok && response.status !== 200 && typeOf(response) === ''
}
