import { addPlugins, cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { CacheFirst } from 'workbox-strategies'
import { MEDIA_CACHE_PREFIX, mediaCacheKey, mediaCacheName } from './media-cache.ts'
import { isOwnFile, isPicture } from './own-files.ts'
import { readPush, targetOf } from './push-message.ts'
import { SHARE_CACHE } from '#app/lib/shared-files.ts'
import { receiveShare } from './share-target.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (string | { url: string; revision: string | null })[] }

/** What pages post to the worker. */
type Message = { type: 'SKIP_WAITING' } | { type: 'SIGNED_IN'; userId: string } | { type: 'SIGNED_OUT' }

const maxPictures = 2000
const maxAgeMs = 30 * 24 * 60 * 60 * 1000
// Listing the cache takes a while, and a few pictures over the limit do no harm.
const trimEvery = 100
// Workers are stopped and started at any time, so the pictures' owner is stored in a cache of its own.
const OWNER_CACHE = 'media-owner'
const OWNER_KEY = '/media-owner'

// A single foreign file aborts the installation, and the former version stays.
addPlugins([
  { cacheWillUpdate: async ({ request, response }) => ((await isOwnFile(request.url, response)) ? response : null) },
])
precacheAndRoute(self.__WB_MANIFEST)
cleanupOutdatedCaches()

// Serves only the shell from the cache: data, sign-in and media always go to the server.
registerRoute(
  new NavigationRoute(createHandlerBoundToURL('index.html'), {
    denylist: [
      /^\/auth\/v1\//,
      /^\/rest\//,
      /^\/storage\//,
      /^\/functions\//,
      /^\/realtime\//,
      /^\/config\.json$/,
      /^\/(openapi\.json$|docs\/api|clients)/,
      /^\/(healthz|livez|metrics)$/,
    ],
  }),
)

registerRoute(
  ({ request, url }) => request.destination === 'image' && mediaCacheKey(url) !== undefined,
  async (options) => {
    const owner = await readOwner()
    if (owner === undefined) return fetch(options.request)
    const [picture, done] = pictures(owner).handleAll(options)
    done.catch(async (error: unknown) => {
      if (error instanceof DOMException && error.name === 'QuotaExceededError')
        await caches.delete(mediaCacheName(owner))
    })
    return picture
  },
)

registerRoute(
  ({ url }) => url.origin === self.location.origin && url.pathname === '/share',
  ({ request }) => receiveShare(request),
  'POST',
)

// The network is back (Chromium): open pages resume their uploads. Without a page there is no session to send with.
self.addEventListener('sync', (event: Event) => {
  void self.clients
    .matchAll({ type: 'window' })
    .then((pages) => pages.forEach((page) => page.postMessage({ type: 'SYNC_UPLOADS', tag: event.type })))
})

self.addEventListener('push', (event) => {
  const { title, options, count } = readPush(event.data?.text())
  event.waitUntil(Promise.all([self.registration.showNotification(title, options), showCount(count)]))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openWindow(targetOf(event.notification.data, self.location.origin)))
})

self.addEventListener('message', (event) => {
  // Only this origin's own pages post here, and only these messages.
  const message = event.data as Message
  if (message.type === 'SKIP_WAITING') event.waitUntil(self.skipWaiting())
  if (message.type === 'SIGNED_IN') event.waitUntil(writeOwner(message.userId))
  if (message.type === 'SIGNED_OUT') {
    // The page waits for this response before it says that nothing was left behind.
    event.waitUntil(forgetEverybody().then(() => event.ports[0]?.postMessage('done')))
  }
})

const strategies = new Map<string, CacheFirst>()

function pictures(owner: string): CacheFirst {
  const cacheName = mediaCacheName(owner)
  const known = strategies.get(cacheName)
  if (known !== undefined) return known
  const strategy = new CacheFirst({
    cacheName,
    plugins: [
      { cacheKeyWillBeUsed: async ({ request }) => mediaCacheKey(new URL(request.url)) ?? request },
      {
        // Rejects a picture that arrives after its owner has signed out, too.
        cacheWillUpdate: async ({ response }) =>
          isPicture(response) && (await readOwner()) === owner ? response : null,
        cachedResponseWillBeUsed: async ({ cachedResponse }) =>
          cachedResponse !== undefined && isFresh(cachedResponse) ? cachedResponse : null,
        cacheDidUpdate: async () => await trim(cacheName),
      },
    ],
  })
  strategies.set(cacheName, strategy)
  return strategy
}

function isFresh({ headers }: Response): boolean {
  // Responses of another origin may hide their date.
  const sentAt = headers.get('date')
  return sentAt === null || Date.parse(sentAt) > Date.now() - maxAgeMs
}

let keptCount = 0

/**
 * Keeps the newest pictures. Their keys are in order of arrival; a list of when each was seen would outlive a sign-out.
 */
async function trim(cacheName: string): Promise<void> {
  keptCount += 1
  if (keptCount % trimEvery !== 0) return
  const cache = await caches.open(cacheName)
  const kept = await cache.keys()
  await Promise.all(kept.slice(0, Math.max(0, kept.length - maxPictures)).map(async (key) => await cache.delete(key)))
}

async function readOwner(): Promise<string | undefined> {
  const answer = await caches.match(OWNER_KEY, { cacheName: OWNER_CACHE })
  return answer?.text()
}

async function writeOwner(userId: string): Promise<void> {
  if ((await readOwner()) === userId) return
  await forgetEverybody()
  await (await caches.open(OWNER_CACHE)).put(OWNER_KEY, new Response(userId))
}

/** Focuses a window with this address or opens a new one; never navigates a page that someone is working in. */
async function openWindow(url: string): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const known = windows.find((client) => client.url === url)
  await (known === undefined ? self.clients.openWindow(url) : known.focus())
}

async function showCount(count: number | undefined): Promise<void> {
  // Without badges, or the permission for them, there is only the notification.
  if (count !== undefined) await self.navigator.setAppBadge?.(count).catch(() => undefined)
}

/** Ends push for this browser; the server learns of it when it sends the next message. */
async function unsubscribe(): Promise<void> {
  const subscription = await self.registration.pushManager?.getSubscription().catch(() => null)
  await subscription?.unsubscribe().catch(() => false)
  const shown = await self.registration.getNotifications?.().catch(() => [])
  shown?.forEach((notification) => notification.close())
}

async function forgetEverybody(): Promise<void> {
  await unsubscribe()
  const names = await caches.keys()
  const personal = names.filter(
    (name) => name.startsWith(MEDIA_CACHE_PREFIX) || name === OWNER_CACHE || name === SHARE_CACHE,
  )
  await Promise.all(personal.map((name) => caches.delete(name)))
  strategies.clear()
}
