import { makeListeners } from '#core/lib/listeners.ts'
import type { Fetch } from '#core/gateway/http.ts'

/** Whether the server responds, whatever the browser thinks of its network. */
export interface ServerReach {
  /** Fetches, and notes whether the server responded. */
  readonly fetch: Fetch
  /** Probes once, now: something suggests that the server is gone or back. */
  readonly check: () => void
  readonly isReached: () => boolean
  readonly subscribe: (listener: () => void) => () => void
}

type Options = {
  readonly fetch: Fetch
  /** The address to probe while the server is out of reach; any response counts. */
  readonly probe: string
  readonly after: (milliseconds: number, callback: () => void) => void
}

/**
 * Returns the address to probe. It includes the key: without one a gateway answers in plain text, as a firewall would,
 * and that is not taken for the server's response.
 */
export function toProbe({ supabaseUrl, publishableKey }: { supabaseUrl: string; publishableKey: string }): string {
  return `${supabaseUrl}/auth/v1/health?apikey=${encodeURIComponent(publishableKey)}`
}

const firstWaitMs = 1000
const longestWaitMs = 30_000
// Proxies respond in place of a dead server.
const gatewayStatuses = new Set([502, 503, 504])

/**
 * Watches every request: one without a response means that the server is out of reach, and it is then probed, after a
 * second and at doubling intervals, until it responds.
 */
export function makeServerReach({ fetch, probe, after }: Options): ServerReach {
  const listeners = makeListeners()
  let isReached = true
  let isKnocking = false
  const note = (next: boolean): void => {
    if (isReached !== next) {
      isReached = next
      listeners.tell()
    }
    if (!next && !isKnocking) knock(firstWaitMs)
  }
  const ask: Fetch = async (input, init) => {
    try {
      const response = await fetch(input, init)
      note(!gatewayStatuses.has(response.status))
      return response
    } catch (cause) {
      // A request aborted by its caller says nothing about the server. A timeout does.
      if (!(cause instanceof DOMException && cause.name === 'AbortError')) note(false)
      throw cause
    }
  }
  function knock(waitMs: number): void {
    isKnocking = true
    after(waitMs, () => {
      void check().then(() => {
        isKnocking = false
        if (!isReached) knock(Math.min(waitMs * 2, longestWaitMs))
      })
    })
  }
  async function check(): Promise<void> {
    // `ask` notes the result.
    await ask(probe, { cache: 'no-store' }).catch(() => undefined)
  }
  return {
    fetch: ask,
    check: () => void check(),
    isReached: () => isReached,
    subscribe: listeners.subscribe,
  }
}
