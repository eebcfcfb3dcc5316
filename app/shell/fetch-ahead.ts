import { findRoute } from '#app/routes.ts'
import { screens } from './screens.ts'

/**
 * Starts fetching what the page of somebody who is signed in needs next: otherwise each part is fetched only once the
 * one before it has run.
 */
export function fetchAhead(path: string): void {
  // Whoever needs a part that failed to load fetches it again, and reports the failure.
  const ignore = (): undefined => undefined
  import('#app/platform/open-client.ts').catch(ignore)
  import('./signed-in-frame.tsx').catch(ignore)
  const route = findRoute(path)
  // Other addresses lead elsewhere.
  if (route?.params['studioSlug'] !== undefined) screens[route.name].fetchAhead()
}
