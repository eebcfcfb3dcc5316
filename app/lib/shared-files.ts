/** The cache of files that another program has shared, until somebody picks the task they belong to. */
export const SHARE_CACHE = 'shared-files'

/** Returns the address a shared file is stored under; each share has its own, so that none replaces another. */
export function sharedFileUrl(id: string, name: string): string {
  return `/share/${id}/${encodeURIComponent(name)}`
}

/** A shared file with a unique id. */
export type SharedFile = { readonly id: string; readonly file: File }

/** Loads the shared files that wait; none where the browser has no caches. */
export async function loadSharedFiles(): Promise<readonly SharedFile[]> {
  if (!('caches' in globalThis) || !(await caches.has(SHARE_CACHE))) return []
  const cache = await caches.open(SHARE_CACHE)
  const requests = await cache.keys()
  return await Promise.all(
    requests.map(async (request) => {
      const blob = (await (await cache.match(request))?.blob()) ?? new Blob()
      const name = new URL(request.url).pathname.split('/').at(-1) ?? ''
      return { id: request.url, file: new File([blob], decodeURIComponent(name), { type: blob.type }) }
    }),
  )
}

export async function forgetSharedFiles(): Promise<void> {
  if ('caches' in globalThis) await caches.delete(SHARE_CACHE)
}
