import { openAccountDialog } from '#app/stores/account-store.ts'
import { setSessionPort, type SessionPort } from '#app/stores/session-port.ts'
import { sessionStore, signedOut } from '#app/stores/session-store.ts'
import { reportFailure } from '#app/commands/report-failure.ts'
import { routes } from '#app/routes.ts'
import { hasTokens } from './kept-session.ts'
import { loadConfig } from './load-config.ts'
import { openNewsChannel } from './session-news.ts'
import type { SessionKeeper } from './session-keeper.ts'

/**
 * Starts the session of this page. Somebody who is not signed in gets the landing page at once: what speaks with the
 * server is loaded when it is first needed.
 */
export function startSession(): void {
  let opening: Promise<SessionKeeper> | undefined
  const open = async (): Promise<SessionKeeper> => {
    opening ??= openKeeper().catch((cause: unknown) => {
      // The next one to ask tries again.
      opening = undefined
      throw cause
    })
    return await opening
  }
  setSessionPort(makeLazyPort(open))
  // A mail leads to the settings by this address; routing drops its hash before there is a dialog to open.
  if (location.hash === '#user-settings') openAccountDialog('user-settings')
  if (hasTokens() || location.pathname === routes.authCallback) void resume(open)
  else {
    signedOut()
    // Once the rest is loaded it listens by itself.
    openNewsChannel().subscribe((news) => {
      if (news === 'signed-in' && opening === undefined) void resume(open)
    })
    // The landing page draws what it needs of it when it comes; without a network it simply offers less.
    loadConfig().catch(() => undefined)
  }
}

async function openKeeper(): Promise<SessionKeeper> {
  const [config, { openSession }] = await Promise.all([loadConfig(), import('./open-session.ts')])
  return openSession(config)
}

async function resume(open: () => Promise<SessionKeeper>): Promise<void> {
  try {
    await (await open()).resume()
  } catch (caught) {
    signedOut()
    reportFailure(caught, () => void resume(open))
  }
}

function makeLazyPort(open: () => Promise<SessionPort>): SessionPort {
  return {
    signIn: async (account) => await (await open()).signIn(account),
    signUp: async (account) => await (await open()).signUp(account),
    signInWith: async (provider) => await (await open()).signInWith(provider),
    tryDemo: async () => await (await open()).tryDemo(),
    signOut: async () => await (await open()).signOut(),
    createStudio: async (name) => await (await open()).createStudio(name),
    joinStudio: async (text) => await (await open()).joinStudio(text),
    switchStudio: async (studioId) => await (await open()).switchStudio(studioId),
    reopenStudio: async () => {
      await (await open()).reopenStudio()
    },
    followInvite: async (token) => {
      await (await open()).followInvite(token)
    },
    followAddress: async (path) => {
      // Nothing to do before anybody is signed in, and nothing worth loading the rest for.
      if (sessionStore.status === 'signed-in') await (await open()).followAddress(path)
    },
  }
}
