import { Suspense, useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { Redirect, useLocation, useSearch } from 'wouter'
import { findCurrentStudio, sessionStore } from '#app/stores/session-store.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { decide } from './gate.ts'
import { PageSkeleton } from './page-skeleton.tsx'
import { rememberDestination } from './remembered-destination.ts'
import { screens } from './screens.ts'
import { StudioGate } from './studio-gate.tsx'

/** Shows the screen of the address, or leads to where it should. */
export function AppRouter() {
  const [path] = useLocation()
  const search = useSearch()
  const session = useSnapshot(sessionStore)
  const decision = decide(path, search === '' ? '' : `?${search}`, {
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
  if (decision.kind === 'redirect') return <Redirect to={decision.to} replace />
  const Screen = screens[decision.match.name]
  return (
    <ErrorBoundary key={decision.match.name}>
      <Suspense fallback={<PageSkeleton />}>
        <StudioGate slug={decision.match.params['studioSlug']}>
          <Screen params={decision.match.params} />
        </StudioGate>
      </Suspense>
    </ErrorBoundary>
  )
}
