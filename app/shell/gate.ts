import { findRoute, links, resolveRedirect, type RouteMatch } from '#app/routes.ts'
import type { SessionStatus } from '#app/stores/session-store.ts'

/** What decides where an address leads, besides the address itself. */
export type GateSession = {
  readonly status: SessionStatus
  readonly userId: string | undefined
  readonly isSuperAdmin: boolean
  readonly currentStudioSlug: string | undefined
}

export type GateDecision =
  | { readonly kind: 'screen'; readonly match: RouteMatch }
  /** The session is not known yet. */
  | { readonly kind: 'wait' }
  /** `remember` is where the person wanted to go, to return to after signing in. */
  | { readonly kind: 'redirect'; readonly to: string; readonly remember?: string }

const forEverybody = new Set(['authCallback', 'contact', 'invite', 'newPassword'])

/**
 * Follows redirects to where an address finally leads, so that one never leads to another. A loop ends at the person's
 * start page.
 */
export function follow(path: string, search: string, session: GateSession): GateDecision {
  const passed = new Set<string>()
  let decision = decide(path, search, session)
  let remember: string | undefined
  let at = path
  while (decision.kind === 'redirect' && !passed.has(at)) {
    passed.add(at)
    remember = decision.remember ?? remember
    at = decision.to
    decision = decide(at, '', session)
  }
  const end = decision.kind === 'redirect' ? findStart('', session) : at
  if (end !== path) return { kind: 'redirect', to: end, ...(remember !== undefined && { remember }) }
  const match = findRoute(path)
  return decision.kind === 'redirect' && match !== undefined ? { kind: 'screen', match } : decision
}

/** Decides what an address shows to this person, by the route table; a redirect's target may redirect again. */
export function decide(path: string, search: string, session: GateSession): GateDecision {
  const redirect = resolveRedirect(path)
  if (redirect !== undefined) return { kind: 'redirect', to: redirect }
  const match = findRoute(path)
  if (match === undefined) return { kind: 'redirect', to: links.home() }
  const screen: GateDecision = { kind: 'screen', match }

  if (forEverybody.has(match.name)) return screen
  // The pop-up stays open while its sign-in is under way.
  if (match.name === 'login' && session.status !== 'signed-in') return screen
  if (session.status === 'loading') return { kind: 'wait' }
  if (session.status === 'signed-out') {
    if (match.name === 'home') return screen
    const isWorthAReturn = 'studioSlug' in match.params || match.name === 'share' || match.name === 'device'
    return { kind: 'redirect', to: links.home(), ...(isWorthAReturn && { remember: path + search }) }
  }
  if (match.name === 'home' || match.name === 'login') return { kind: 'redirect', to: findStart(search, session) }
  if (match.name === 'welcome' && session.currentStudioSlug !== undefined) {
    return { kind: 'redirect', to: links.projects({ studioSlug: session.currentStudioSlug }) }
  }
  if (match.name === 'superadmin' && !session.isSuperAdmin) return { kind: 'redirect', to: links.home() }
  return screen
}

/** Returns a signed-in person's start page; the installed app's shortcuts choose it with `go`. */
function findStart(search: string, { currentStudioSlug: studioSlug, userId }: GateSession): string {
  if (studioSlug === undefined || userId === undefined) return links.welcome()
  const go = new URLSearchParams(search).get('go')
  if (go === 'feed') return links.artist({ studioSlug, userId })
  if (go === 'timesheet') return links.timesheet({ studioSlug, userId })
  if (go === 'timeline') return links.timeline({ studioSlug })
  return links.projects({ studioSlug })
}
