import { sessionStore } from '#app/stores/session-store.ts'
import { LastLook } from '#app/widgets/space-look/last-look.tsx'
import { PageSkeleton } from './page-skeleton.tsx'
import { findKeptUserId } from './session/kept-session.ts'

/** A page that is loading: a space as it was last seen on this device, or the outline shared by all pages. */
export function PageLoading() {
  return <LastLook userId={sessionStore.user?.id ?? findKeptUserId()} fallback={<PageSkeleton />} />
}
