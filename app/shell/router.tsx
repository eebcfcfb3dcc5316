import { memo, useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { Redirect, useLocation, useSearch } from 'wouter'
import { messages } from '#core/lib/messages.ts'
import { findRoute } from '#app/routes.ts'
import { findCurrentStudio, sessionStore } from '#app/stores/session-store.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { follow } from './gate.ts'
import { PageSkeleton } from './page-skeleton.tsx'
import { rememberDestination } from './remembered-destination.ts'
import { screens } from './screens.ts'
import { StudioGate } from './studio-gate.tsx'

/** Shows the screen of the address, or leads to where it should. */
export function AppRouter() {
  const [path] = useLocation()
  const search = useSearch()
  const session = useSnapshot(sessionStore)
  const decision = follow(path, search === '' ? '' : `?${search}`, {
    status: session.status,
    userId: session.user?.id,
    isSuperAdmin: session.user?.isSuperAdmin ?? false,
    currentStudioSlug: findCurrentStudio(session)?.slug,
  })
  const remember = decision.kind === 'redirect' ? decision.remember : undefined

  useEffect(() => {
    if (remember !== undefined) rememberDestination(remember)
  }, [remember])

  if (decision.kind === 'wait') return <PageSkeleton />
  // A redirect leads on once, when it is first drawn; the next needs one of its own.
  if (decision.kind === 'redirect') return <Redirect key={`${path} ${decision.to}`} to={decision.to} replace />
  return <PathScreen path={path} />
}

/** By the path alone: what an address names behind it, such as an item over a grid, is no reason to draw the screen anew. */
const PathScreen = memo(function PathScreen({ path }: { readonly path: string }) {
  const match = findRoute(path)
  if (match === undefined) return null
  const { name, params } = match
  const Screen = screens[name]
  return (
    <ErrorBoundary key={name}>
      <StudioGate
        slug={params['studioSlug']}
        failure={messages[name === 'project' ? 'spaces-fetch-failed' : 'projects-fetch-failed']}
      >
        <Screen params={params} />
      </StudioGate>
    </ErrorBoundary>
  )
})
