import { memo, useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { Redirect, useLocation, useSearch } from 'wouter'
import { messages } from '#core/lib/messages.ts'
import { findRoute } from '#app/routes.ts'
import { findCurrentStudio, sessionStore } from '#app/stores/session-store.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { follow } from './gate.ts'
import { PageLoading } from './page-loading.tsx'
import { rememberDestination } from './remembered-destination.ts'
import { screens } from './screens.ts'
import { StudioGate } from './studio-gate.tsx'

/** Shows the screen at the address, or redirects. */
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

  if (decision.kind === 'wait') return <PageLoading />
  // A redirect navigates once, when first rendered; the next needs its own element.
  if (decision.kind === 'redirect') return <Redirect key={`${path} ${decision.to}`} to={decision.to} replace />
  return <PathScreen path={path} />
}

/** Depends on the path alone: a change of the query, such as an item opened over a grid, does not redraw the screen. */
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
