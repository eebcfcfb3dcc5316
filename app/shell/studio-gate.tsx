import type { ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { findCurrentStudio, sessionStore } from '#app/stores/session-store.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { useClient, useReplicaVersion } from '#app/widgets/use-client.ts'
import { PageLoading } from './page-loading.tsx'

type StudioGateProps = {
  readonly slug: string | undefined
  /** What could not be loaded if the studio fails to open, in the specification's words. */
  readonly failure: string
  readonly children: ReactNode
}

/** Renders a studio's screens once the address's studio is the current one. */
export function StudioGate({ slug, failure, children }: StudioGateProps) {
  const session = useSnapshot(sessionStore)
  const { studio, studioError } = useClient()
  useReplicaVersion(studio?.replica)
  if (slug === undefined) return children
  if (!session.studios.some((studio) => studio.slug === slug)) {
    return (
      <EmptyState level={1} title="Studio not found" text={`“${slug}” is not one of your studios.`}>
        <CommandButton command="go.home" hasKeyHint={false}>
          Back to your studio
        </CommandButton>
        <CommandButton command="studio.choose">Switch Studio</CommandButton>
      </EmptyState>
    )
  }
  if (findCurrentStudio(session)?.slug !== slug) return <PageLoading />
  if (studioError !== undefined) {
    return (
      <EmptyState level={1} title={failure} text={studioError.message}>
        <CommandButton command="studio.reopen" variant="primary" hasKeyHint={false}>
          Try again
        </CommandButton>
      </EmptyState>
    )
  }
  if (studio?.replica.getState() === 'gone') {
    // The person was removed or archived during the visit.
    return (
      <EmptyState level={1} title="You are no longer in this studio" text="Somebody who manages it can readmit you.">
        <CommandButton command="studio.choose" variant="primary">
          Switch Studio
        </CommandButton>
        <CommandButton command="studio.reopen" hasKeyHint={false}>
          Try again
        </CommandButton>
      </EmptyState>
    )
  }
  return children
}
