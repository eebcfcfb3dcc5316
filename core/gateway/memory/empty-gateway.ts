import type { UserId } from '#core/lib/ids.ts'
import type { Gateway, PreferenceGateway, Session, UploadGateway } from '../ports.ts'

function unsupported(what: string): () => Promise<never> {
  return async () => await Promise.reject(new Error(`The memory server knows no ${what}`))
}

/** The parts of a gateway that a server without files and accounts answers in the simplest way. */
export function emptyGateway(userId: UserId): Omit<Gateway, 'pull' | 'write' | 'live'> {
  const session: Session = {
    userId,
    email: '',
    fullName: undefined,
    avatarUrl: undefined,
    expiresAt: Number.MAX_SAFE_INTEGER,
  }
  const signIn = async (): Promise<Session> => await Promise.resolve(session)
  const upload: UploadGateway['upload'] = async ({ body }, watch) => {
    watch?.onProgress?.(body.size)
    await Promise.resolve()
  }
  return {
    session: {
      load: signIn,
      loadAccessToken: async () => await Promise.resolve('token'),
      signInWithPassword: signIn,
      signUpWithPassword: signIn,
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
    preferences: memoryPreferences(),
    uploads: { upload },
    loadMediaUrls: async () => await Promise.resolve(new Map()),
    call: unsupported('procedures'),
    callFunction: unsupported('functions'),
    close: async () => await Promise.resolve(),
  }
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
