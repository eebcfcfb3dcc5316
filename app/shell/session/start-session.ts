import { AppError } from '#core/lib/errors.ts'
import { messages } from '#core/lib/messages.ts'
import { err, type Result } from '#core/lib/result.ts'
import { openAccountDialog } from '#app/stores/account-store.ts'
import { configStore } from '#app/stores/config-store.ts'
import { setSessionPort, type SessionPort } from '#app/stores/session-port.ts'
import { sessionStore, signedOut } from '#app/stores/session-store.ts'
import { reportFailure } from '#app/commands/report-failure.ts'
import { routes } from '#app/routes.ts'
import { hasTokens } from './kept-session.ts'
import { awaitConfig, loadConfig } from './load-config.ts'
import { openNewsChannel } from './session-news.ts'
import type { SessionKeeper } from './session-keeper.ts'

/**
 * Starts this page's session. Someone who is not signed in gets the landing page at once: the code that talks to the
 * server is loaded when first needed.
 */
export function startSession(): void {
  let opening: Promise<SessionKeeper> | undefined
  const open = async (): Promise<SessionKeeper> => {
    opening ??= openKeeper().catch((cause: unknown) => {
      // The next caller tries again.
      opening = undefined
      throw cause
    })
    return await opening
  }
  setSessionPort(makeLazyPort(open))
  // Mails link to the settings by this address; routing drops the hash before there is a dialog to open.
  if (location.hash === '#user-settings') openAccountDialog('user-settings')
  if (hasTokens() || location.pathname === routes.authCallback) void resume(open)
  else {
    signedOut()
    // Once the rest is loaded, it listens itself.
    openNewsChannel().subscribe((news) => {
      if (news === 'signed-in' && opening === undefined) void resume(open)
    })
    // The landing page shows what it needs of the configuration when it arrives, and says so while the server is away.
    void awaitConfig()
  }
}

async function openKeeper(): Promise<SessionKeeper> {
  const module = import('./open-session.ts').catch((cause: unknown) => {
    throw new AppError('offline', messages['server-unavailable'], { cause, retryable: true })
  })
  const [config, { openSession }] = await Promise.all([loadConfig(), module])
  return openSession(config)
}

async function resume(open: () => Promise<SessionKeeper>): Promise<void> {
  try {
    await (await open()).resume()
  } catch (caught) {
    signedOut()
    if (configStore.config !== undefined || location.pathname === routes.authCallback) {
      reportFailure(caught, () => void resume(open))
      return
    }
    // The landing page shows that the server is away.
    await awaitConfig()
    await resume(open)
  }
}

function makeLazyPort(open: () => Promise<SessionPort>): SessionPort {
  // If the rest fails to load, the sign-in form says so.
  const ask = async <Answer = void>(act: (port: SessionPort) => Promise<Result<Answer>>): Promise<Result<Answer>> => {
    try {
      return await act(await open())
    } catch (caught) {
      if (caught instanceof AppError) return err(caught)
      throw caught
    }
  }
  return {
    signIn: async (account) => await ask(async (port) => await port.signIn(account)),
    signUp: async (account) => await ask(async (port) => await port.signUp(account)),
    askForNewPassword: async (email) => await ask(async (port) => await port.askForNewPassword(email)),
    setNewPassword: async (change) => await ask(async (port) => await port.setNewPassword(change)),
    changePassword: async (change) => await ask(async (port) => await port.changePassword(change)),
    signInWith: async (provider) => await ask(async (port) => await port.signInWith(provider)),
    tryDemo: async () => await ask(async (port) => await port.tryDemo()),
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
      // Before sign-in there is nothing to do, and no reason to load the rest.
      if (sessionStore.status === 'signed-in') await (await open()).followAddress(path)
    },
  }
}
