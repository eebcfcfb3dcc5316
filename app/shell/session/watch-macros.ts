import { loadMacros } from '#core/people/macros.ts'
import type { StudioClient } from '#core/sync/studio-client.ts'
import { setMacros } from '#app/stores/macro-store.ts'

/** Loads the person's own macros, unless stopped first. Without a network the device's copy stays. */
export function watchMacros(client: StudioClient): () => void {
  const leaving = new AbortController()
  loadMacros(client).then(
    (macros) => !leaving.signal.aborted && setMacros(macros),
    () => undefined,
  )
  return () => leaving.abort()
}
