/** The pictures of one person's studios, kept for when they are offline; nobody else on the machine sees them. */
export const MEDIA_CACHE_PREFIX = 'media-u-'

/** The name of one person's media cache. */
export function mediaCacheName(userId: string): string {
  return `${MEDIA_CACHE_PREFIX}${userId}`
}

const storedObject = /^\/storage\/v1\/(?:object|render\/image)\/(?:sign|authenticated|public)\/([^?#]+)$/

/**
 * What a stored picture is filed under: its path in the store, without the token that changes with every signature.
 * Undefined for an address that is no stored object.
 */
export function mediaCacheKey(url: URL): string | undefined {
  const path = storedObject.exec(url.pathname)?.[1]
  if (path === undefined) return undefined
  const width = url.searchParams.get('width')
  return `${url.origin}/media-cache/${path}${width === null ? '' : `?width=${width}`}`
}
