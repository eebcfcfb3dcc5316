import type { UserId } from '#core/lib/ids.ts'
import type { Gateway, PreferenceGateway, Session, UploadGateway } from '../ports.ts'

function unsupported(what: string): () => Promise<never> {
  return async () => await Promise.reject(new Error(`The memory server knows no ${what}`))
}

function ignore(): void {
  // There is nobody else.
}

/** Makes the gateway parts that a server without files and accounts only stubs. */
export function emptyGateway(userId: UserId): Omit<Gateway, 'pull' | 'write' | 'live'> {
  const session: Session = {
    userId,
    email: '',
    fullName: undefined,
    avatarUrl: undefined,
    expiresAt: Number.MAX_SAFE_INTEGER,
  }
  const signIn = async (): Promise<Session> => await Promise.resolve(session)
  return {
    session: {
      load: signIn,
      loadAccessToken: async () => await Promise.resolve('token'),
      signInWithPassword: signIn,
      signUpWithPassword: signIn,
      requestNewPassword: unsupported('mail'),
      setNewPassword: unsupported('mail'),
      changePassword: unsupported('passwords'),
      startOAuth: unsupported('providers'),
      completeOAuth: signIn,
      refresh: signIn,
      signOut: async () => await Promise.resolve(),
      subscribe: () => () => undefined,
    },
    studios: {
      list: async () => await Promise.resolve([]),
      ensureMine: async () => await Promise.resolve(undefined),
      findActive: async () => await Promise.resolve(undefined),
      setActive: async () => await Promise.resolve(),
      create: unsupported('second studio'),
      acceptInvite: unsupported('invites'),
      createInvite: unsupported('invites'),
    },
    profiles: { load: unsupported('profiles'), save: unsupported('profiles') },
    push: { has: async () => await Promise.resolve(false), save: unsupported('push'), remove: unsupported('push') },
    preferences: memoryPreferences(),
    feeds: {
      loadStudioFeed: async () => await Promise.resolve({ items: [], next: undefined }),
      loadNotifications: async () => await Promise.resolve({ items: [], next: undefined }),
      loadActivity: async () => await Promise.resolve({ items: [], next: undefined }),
      loadMentions: async () => await Promise.resolve({ items: [], next: undefined }),
      loadAssignments: async () => await Promise.resolve({ items: [], next: undefined }),
      markViewed: async () => await Promise.resolve(0),
    },
    rooms: { join: () => ({ say: ignore, lead: ignore, show: ignore, leave: ignore }) },
    boards: { join: () => ({ show: () => undefined, leave: () => undefined }) },
    templates: { load: unsupported('templates'), save: unsupported('templates') },
    uploads: memoryUploads(),
    check: async () => await Promise.resolve({ rev: 0, tables: {} }),
    onlyIf: holdNothing,
    searchStudio: async () => await Promise.resolve([]),
    loadTimelineFilterData: unsupported('filter data'),
    loadMediaUrls: async () => await Promise.resolve(new Map()),
    call: unsupported('procedures'),
    callForAll: unsupported('procedures'),
    callFunction: unsupported('functions'),
    close: async () => await Promise.resolve(),
  }
}

const holdNothing: Gateway['onlyIf'] = ({ since }) => {
  return () => since
}

/** Accepts every file at once and stores none. */
function memoryUploads(): UploadGateway {
  const uploads: UploadGateway = {
    upload: async ({ body }, watch) => {
      watch?.onProgress?.(body.size)
      await Promise.resolve()
    },
    requestSlots: async (requests) =>
      await Promise.resolve(requests.map(({ mediaId: id }) => ({ id, key: id, isStored: false, uploadUrl: '' }))),
    send: async (_slot, request, watch) => await uploads.upload(request, watch),
    complete: async () => await Promise.resolve(),
    drop: async () => await Promise.resolve(),
  }
  return uploads
}

function memoryPreferences(): PreferenceGateway {
  const saved = new Map<string, unknown>()
  return {
    load: async (userId, key) => await Promise.resolve(saved.get(userId + key)),
    save: async (userId, key, value) => {
      await Promise.resolve(saved.set(userId + key, value))
    },
  }
}
