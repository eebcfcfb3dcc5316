import type { Fetch } from '#core/gateway/http.ts'

/** Whether the server answers, whatever the browser thinks of its network. */
export interface ServerReach {
  /** Fetches, and notes whether anybody answered. */
  readonly fetch: Fetch
  /** Knocks once, now: something hints at the server being gone or back. */
  readonly check: () => void
  readonly isReached: () => boolean
  readonly subscribe: (listener: () => void) => () => void
}

type Options = {
  readonly fetch: Fetch
  /** Where to knock while nobody answers; any answer at all will do. */
  readonly probe: string
  readonly after: (milliseconds: number, callback: () => void) => void
}

/**
 * Where to knock at a server. With its key: without one the answer is a gateway's, in words alone, as a firewall's would be, and so
 * is not taken for the server's.
 */
export function toProbe({ supabaseUrl, publishableKey }: { supabaseUrl: string; publishableKey: string }): string {
  return `${supabaseUrl}/auth/v1/health?apikey=${encodeURIComponent(publishableKey)}`
}

const firstWaitMs = 1000
const longestWaitMs = 30_000
// What stands in front of a dead server answers in its place.
const gatewayStatuses = new Set([502, 503, 504])

/**
 * Watches what becomes of every request: one that nobody answers means that the server cannot be reached, and it is then
 * knocked at, from a second on and doubling, until it answers.
 */
export function makeServerReach({ fetch, probe, after }: Options): ServerReach {
  const listeners = new Set<() => void>()
  let isReached = true
  let isKnocking = false
  const note = (next: boolean): void => {
    if (isReached !== next) {
      isReached = next
      for (const listener of listeners) listener()
    }
    if (!next && !isKnocking) knock(firstWaitMs)
  }
  const ask: Fetch = async (input, init) => {
    try {
      const response = await fetch(input, init)
      note(!gatewayStatuses.has(response.status))
      return response
    } catch (cause) {
      // Stopped by whoever asked: that says nothing about the server. A time-out does.
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
    // What came of it is noted on the way.
    await ask(probe, { cache: 'no-store' }).catch(() => undefined)
  }
  return {
    fetch: ask,
    check: () => void check(),
    isReached: () => isReached,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
