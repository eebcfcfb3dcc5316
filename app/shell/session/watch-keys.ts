import type { StudioClient } from '#core/sync/studio-client.ts'
import { loadKeyChoices } from '#core/people/save-key-choices.ts'
import { setKeyPreferences } from '#app/stores/key-store.ts'

/** Loads the person's own keys, unless stopped first. Without a network the device's copy stays. */
export function watchKeys(client: StudioClient): () => void {
  const leaving = new AbortController()
  loadKeyChoices(client).then(
    (choices) => !leaving.signal.aborted && setKeyPreferences(choices),
    () => undefined,
  )
  return () => leaving.abort()
}
