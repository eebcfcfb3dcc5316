import { sessionStore } from '#app/stores/session-store.ts'
import { LastLook } from '#app/widgets/space-look/last-look.tsx'
import { SpaceSkeleton } from './space-skeleton.tsx'

/** A loading space: as it was last seen, or its outline. */
export function SpaceLoading() {
  return <LastLook userId={sessionStore.user?.id} fallback={<SpaceSkeleton />} />
}
