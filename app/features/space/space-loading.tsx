import { useMemo } from 'react'
import { sessionStore } from '#app/stores/session-store.ts'
import { LookPicture } from '#app/widgets/space-look/look-picture.tsx'
import { findLook } from '#app/widgets/space-look/space-look.ts'
import { SpaceSkeleton } from './space-skeleton.tsx'

/** A loading space: as it was last seen, or its outline. */
export function SpaceLoading() {
  const userId = sessionStore.user?.id
  const path = location.pathname
  const look = useMemo(() => (userId === undefined ? undefined : findLook({ userId, path })), [userId, path])
  return look === undefined ? <SpaceSkeleton /> : <LookPicture look={look} />
}
