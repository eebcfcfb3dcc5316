import type { PutBytes } from './put-bytes.ts'
import { makeFeeds } from './feeds.ts'
import type { Fetch } from './http.ts'
import { callFunction, makeHttp } from './http.ts'
import { makeLive } from './live.ts'
import { loadMediaUrls } from './media-urls.ts'
import type { Gateway, SessionStorage } from './ports.ts'
import { makePreferences } from './preferences.ts'
import { makeProfiles } from './profiles.ts'
import { makePush } from './push.ts'
import { checkScope, pullScope } from './pulls.ts'
import { makeRest, type ProcedureName } from './rest.ts'
import { searchStudio } from './search.ts'
import { AuthSession } from './session.ts'
import { withServerCheck } from './server-check.ts'
import { makeStudios } from './studios.ts'
import { loadTimelineFilterData } from './timeline-filter.ts'
import { makeTemplates } from './templates.ts'
import { makeFetchPut, makeUploads } from './uploads.ts'
import { sendWrite } from './write.ts'

export type GatewayOptions = {
  /** The address of the Supabase server, such as `http://127.0.0.1:4600`. */
  readonly url: string
  readonly publishableKey: string
  readonly sessionStorage: SessionStorage
  /** Refreshes the session in the background; on by default. */
  readonly autoRefresh?: boolean
  readonly fetch?: Fetch
  /** Sends a file's bytes; defaults to `fetch`, which reports no progress on the way. */
  readonly put?: PutBytes
  /**
   * Sends files with the caller's token where the storage accepts it, so that no address has to be signed; off by
   * default.
   */
  readonly sendsWithOwnToken?: boolean
  readonly webSocket?: typeof WebSocket
}

/** Makes a gateway to a Supabase server, embedded or hosted. Nothing is loaded or sent before the first call. */
export function makeGateway(options: GatewayOptions): Gateway {
  const { publishableKey: apiKey, sessionStorage: storage, autoRefresh = true } = options
  const url = options.url.replace(/\/+$/, '')
  const bareFetch: Fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init))
  const fetch = withServerCheck(bareFetch)
  const session = new AuthSession({ url, apiKey, storage, fetch, autoRefresh })
  const { loadAccessToken, refresh } = session
  const http = makeHttp({ url, apiKey, fetch, tokens: { load: loadAccessToken, refresh } })
  const rest = makeRest(http)
  const transport = options.webSocket === undefined ? {} : { transport: options.webSocket }
  const live = makeLive({ http, loadAccessToken, ...transport })
  return {
    session,
    studios: makeStudios(rest),
    profiles: makeProfiles(rest),
    push: makePush(rest),
    preferences: makePreferences(rest),
    templates: makeTemplates(rest),
    feeds: makeFeeds(http, rest),
    uploads: makeUploads({
      http,
      rest,
      // Buckets respond in their own format, which the uploads check themselves.
      put: options.put ?? makeFetchPut(bareFetch),
      ...(options.sendsWithOwnToken === true && { sendsWithOwnToken: true }),
    }),
    live,
    boards: live.boards,
    rooms: live.rooms,
    pull: async (request) => await pullScope(rest, request),
    check: async (request) => await checkScope(rest, request),
    write: async (mutation, id, waitedMs = 0) => await sendWrite(rest, mutation, { id, waitedMs }),
    onlyIf: rest.onlyIf,
    searchStudio: async (request) => await searchStudio(rest, request),
    loadTimelineFilterData: async (studioId) => await loadTimelineFilterData(rest, studioId),
    loadMediaUrls: async (mediaIds) => await loadMediaUrls(http, mediaIds),
    // The server refuses unknown names.
    call: async (procedure, args) => await rest.call(procedure as ProcedureName, args),
    callForAll: async (procedure, args, orderedBy) =>
      await rest.callForAll(procedure as ProcedureName, args, orderedBy),
    callFunction: async (name, request) => await callFunction(http, name, request),
    close: async () => {
      await Promise.all([live.close(), session.close()])
    },
  }
}
