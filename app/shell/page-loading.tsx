import { useMemo } from 'react'
import { sessionStore } from '#app/stores/session-store.ts'
import { LookPicture } from '#app/widgets/space-look/look-picture.tsx'
import { findLook } from '#app/widgets/space-look/space-look.ts'
import { PageSkeleton } from './page-skeleton.tsx'
import { findKeptUserId } from './session/kept-session.ts'

/** A page that is loading: a space as it was last seen on this device, or the outline shared by all pages. */
export function PageLoading() {
  const userId = sessionStore.user?.id ?? findKeptUserId()
  const path = location.pathname
  const look = useMemo(() => (userId === undefined ? undefined : findLook({ userId, path })), [userId, path])
  return look === undefined ? <PageSkeleton /> : <LookPicture look={look} />
}
