import { isJson, isOfStorage, isRefusal, isSaidByAny, notTheServer, typeOf } from '#core/lib/storage-voice.ts'
import type { Fetch } from './http.ts'

/**
 * Wraps `fetch` so that only responses of the studio's server count. A hotel network's sign-in page, a firewall's
 * refusal or a proxy's error page fails with the TypeError of a missing network, so that nothing is refused, deleted or
 * shown because of it.
 */
export function hearServer(fetch: Fetch): Fetch {
  return async (input, init) => {
    const response = await fetch(input, init)
    const { pathname } = new URL(input instanceof Request ? input.url : input, 'http://localhost')
    if (!(await isOfServer(response, pathname))) throw notTheServer()
    return response
  }
}

async function isOfServer(response: Response, path: string): Promise<boolean> {
  if (isSaidByAny(response.status)) return true
  if (/\/storage\/v1\//.test(path))
    return await isOfStorage(response, { isInPieces: path.includes('/storage/v1/upload/resumable') })
  if (isJson(response)) return response.ok || (await isRefusal(response))
  // No content, as after a write: a response without a type, which is never a plain 200.
  return response.ok && response.status !== 200 && typeOf(response) === ''
}
