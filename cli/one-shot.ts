import type { StudioClient } from '#core/sync/studio-client.ts'
import type { Gateway } from '#core/gateway/ports.ts'
import { AppError } from '#core/lib/errors.ts'
import type { UserId } from '#core/lib/ids.ts'
import { makeStudioClient } from '#core/sync/make-client.ts'
import { makeMemoryStore } from '#core/sync/memory/memory-store.ts'
import { makeSingleTab } from '#core/sync/memory/single-tab.ts'
import type { Clock, IdSource } from '#core/sync/ports.ts'
import { alwaysOnline } from '#core/sync/system.ts'

type Parts = { readonly gateway: Gateway; readonly userId: UserId; readonly clock: Clock; readonly ids: IdSource }

/** How often a write is tried before the command gives up, and the first wait between tries. */
const maxTries = 4
const firstWaitMs = 500

/**
 * Opens core's client for one command: it stores nothing on the device, shares nothing with others, expects no updates,
 * and a write that cannot be delivered fails instead of waiting.
 */
export async function openOneShotClient({ gateway, userId, clock, ids }: Parts): Promise<StudioClient> {
  const write: Gateway['write'] = (...request) => tryWrite(() => gateway.write(...request), clock)
  const live = { ...gateway.live, watchStudio: () => () => {} }
  return await makeStudioClient({
    clock,
    ids,
    gateway: { ...gateway, live, write },
    store: makeMemoryStore(),
    online: alwaysOnline,
    tabs: makeSingleTab(),
    isBrief: true,
    userId,
  })
}

async function tryWrite<Answer>(write: () => Promise<Answer>, clock: Clock): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await write()
    } catch (error) {
      if (!(error instanceof AppError) || !error.retryable) throw error
      if (tries === maxTries) throw new AppError(error.code, error.message, { cause: error })
      const waitMs = error.retryAfterMs ?? firstWaitMs * 2 ** (tries - 1)
      await new Promise<void>((resolve) => clock.after(waitMs, resolve))
    }
  }
}
