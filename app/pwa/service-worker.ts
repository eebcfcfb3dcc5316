import { addPlugins, cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { CacheFirst } from 'workbox-strategies'
import { MEDIA_CACHE_PREFIX, mediaCacheKey, mediaCacheName } from './media-cache.ts'
import { isOwnFile, isPicture } from './own-files.ts'
import { readPush, targetOf } from './push-message.ts'
import { SHARE_CACHE } from '#app/lib/shared-files.ts'
import { receiveShare } from './share-target.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (string | { url: string; revision: string | null })[] }

/** What a page tells the worker. */
type Message = { type: 'SKIP_WAITING' } | { type: 'SIGNED_IN'; userId: string } | { type: 'SIGNED_OUT' }

const maxPictures = 2000
const maxAgeMs = 30 * 24 * 60 * 60 * 1000
// To list what there is takes a while; a few more than the most do no harm.
const trimEvery = 100
// The worker is stopped and started at will: whose pictures to keep is remembered in a cache of its own.
const OWNER_CACHE = 'media-owner'
const OWNER_KEY = '/media-owner'

// One file that is not ours, and nothing is installed: what was there before goes on.
addPlugins([
  { cacheWillUpdate: async ({ request, response }) => ((await isOwnFile(request.url, response)) ? response : null) },
])
precacheAndRoute(self.__WB_MANIFEST)
cleanupOutdatedCaches()

// Only the shell is answered from here: data, sign-in and media always ask the server.
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

// The network is back (Chromium): open pages go on with their uploads at once. Without a page there is no session to send with.
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
  // The pages of this origin are ours; what they post is one of these.
  const message = event.data as Message
  if (message.type === 'SKIP_WAITING') event.waitUntil(self.skipWaiting())
  if (message.type === 'SIGNED_IN') event.waitUntil(writeOwner(message.userId))
  if (message.type === 'SIGNED_OUT') {
    // The page waits for this answer before it says that nothing was left behind.
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
        // Nor one that arrives after its owner has signed out.
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
  // Another origin's may not say when it came.
  const sentAt = headers.get('date')
  return sentAt === null || Date.parse(sentAt) > Date.now() - maxAgeMs
}

let keptCount = 0

/** Keeps the newest pictures. They lie in the order they came in; a list of when each was seen would outlive a sign-out. */
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

/** The window that already exists, or a new one: an open page is never taken away from what somebody does in it. */
async function openWindow(url: string): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const known = windows.find((client) => client.url === url)
  await (known === undefined ? self.clients.openWindow(url) : known.focus())
}

async function showCount(count: number | undefined): Promise<void> {
  // A system without badges, or without the right to one, has the notification alone.
  if (count !== undefined) await self.navigator.setAppBadge?.(count).catch(() => undefined)
}

/** Nothing more is pushed to this browser; the server learns of it with the next message it sends. */
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
