import { navigate } from 'wouter/use-browser-location'
import { withServerCheck } from '#core/gateway/server-check.ts'
import { makeGateway } from '#core/gateway/make-gateway.ts'
import type { AppConfig } from '#app/stores/config-store.ts'
import { putBytes } from '#app/platform/put-bytes.ts'
import { makeSessionStorage } from '#app/platform/session-storage.ts'
import { notifyWorkerSignedIn } from '#app/pwa/notify-worker.ts'
import { forgetDevice } from './forget-device.ts'
import { sendKeptProfile } from './send-kept-profile.ts'
import { makeServerReach, toProbe } from './server-reach.ts'
import { openNewsChannel } from './session-news.ts'
import type { Page } from './page.ts'
import { SessionKeeper } from './session-keeper.ts'
import { setSync } from '#app/stores/sync-store.ts'
import { keepUndo } from './keep-undo.ts'
import { watchKept } from './watch-kept.ts'
import { watchKeys } from './watch-keys.ts'
import { watchMacros } from './watch-macros.ts'
import { watchOwnName, watchSync } from './watch-client.ts'
import { watchUploads } from './watch-uploads.ts'
import { watchUnread } from './watch-unread.ts'

const page: Page = {
  path: () => location.pathname,
  href: () => location.href,
  navigate,
  leaveFor: (address) => location.assign(address),
  reload: () => location.reload(),
  wait: async (milliseconds) => {
    await new Promise((resolve) => {
      setTimeout(resolve, milliseconds)
    })
  },
}

/** Opens this page's session with the deployment's server. */
export function openSession(config: AppConfig): SessionKeeper {
  const reach = makeServerReach({
    fetch: withServerCheck(async (input, init) => await fetch(input, init)),
    probe: toProbe(config),
    after: (milliseconds, callback) => void setTimeout(callback, milliseconds),
  })
  const gateway = makeGateway({
    fetch: reach.fetch,
    url: config.supabaseUrl,
    publishableKey: config.publishableKey,
    sessionStorage: makeSessionStorage(),
    put: putBytes,
  })
  return new SessionKeeper({
    config,
    gateway,
    startClient: async (userId) => {
      const { openClient } = await import('#app/platform/open-client.ts')
      return await openClient(gateway, userId, {
        onNothingKept: () => setSync({ keepsNothing: true }),
        onWrong: ({ scope, tables, isMended }) => {
          setSync({ isRefetched: isMended })
          // To the browser's log, for diagnosis.
          const end = isMended ? 'Reloading fixed it.' : 'Reloading did not fix it.'
          globalThis.reportError(new Error(`${scope}: ${tables.join(', ')} differed from the server. ${end}`))
        },
      })
    },
    follow: (client) => {
      notifyWorkerSignedIn(client.userId)
      const stops = [
        watchSync(client, reach),
        sendKeptProfile(client, reach),
        watchUploads(client),
        watchUnread(client),
        watchKept(client),
        watchKeys(client),
        watchMacros(client),
        keepUndo(client),
      ]
      return () => stops.forEach((stop) => stop())
    },
    followStudio: watchOwnName,
    forgetDevice,
    news: openNewsChannel(),
    page,
  })
}
