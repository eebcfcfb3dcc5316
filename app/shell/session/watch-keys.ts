import { loadKeyChoices } from '#core/operations/key-choices.ts'
import type { StudioClient } from '#core/sync/make-client.ts'
import { setKeyPreferences } from '#app/stores/key-store.ts'

/** Takes over the person's own keys, unless stopped before they are there. Without a network the device's copy stays. */
export function watchKeys(client: StudioClient): () => void {
  const leaving = new AbortController()
  loadKeyChoices(client).then(
    (choices) => !leaving.signal.aborted && setKeyPreferences(choices),
    () => undefined,
  )
  return () => leaving.abort()
}
