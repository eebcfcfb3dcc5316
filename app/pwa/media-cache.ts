/** The prefix of the caches with a person's pictures for offline use; nobody else on the machine sees them. */
export const MEDIA_CACHE_PREFIX = 'media-u-'

/** Returns the name of a person's media cache. */
export function mediaCacheName(userId: string): string {
  return `${MEDIA_CACHE_PREFIX}${userId}`
}

const storedObject = /^\/storage\/v1\/(?:object|render\/image)\/(?:sign|authenticated|public)\/([^?#]+)$/

/**
 * Returns the cache key of a stored picture: its path in storage, without the token that changes with every signature.
 * Undefined if the address is not a stored object's.
 */
export function mediaCacheKey(url: URL): string | undefined {
  const path = storedObject.exec(url.pathname)?.[1]
  if (path === undefined) return undefined
  const width = url.searchParams.get('width')
  return `${url.origin}/media-cache/${path}${width === null ? '' : `?width=${width}`}`
}
