import type { ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { findCurrentStudio, sessionStore } from '#app/stores/session-store.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { useClient } from '#app/widgets/use-client.ts'
import { PageSkeleton } from './page-skeleton.tsx'

type StudioGateProps = { readonly slug: string | undefined; readonly children: ReactNode }

/** Lets a studio's screens through once the studio of the address is the current one. */
export function StudioGate({ slug, children }: StudioGateProps) {
  const session = useSnapshot(sessionStore)
  const { studioError } = useClient()
  if (slug === undefined) return children
  if (!session.studios.some((studio) => studio.slug === slug)) {
    return (
      <EmptyState level={1} title="Studio not found" text={`“${slug}” is none of your studios.`}>
        <CommandButton command="go.home" hasKeyHint={false}>
          Back to your studio
        </CommandButton>
        <CommandButton command="studio.choose">Switch Studio</CommandButton>
      </EmptyState>
    )
  }
  if (findCurrentStudio(session)?.slug !== slug) return <PageSkeleton />
  if (studioError !== undefined) {
    return (
      <EmptyState level={1} title={studioError.message} text="The studio could not be opened.">
        <CommandButton command="studio.reopen" variant="primary" hasKeyHint={false}>
          Try again
        </CommandButton>
      </EmptyState>
    )
  }
  return children
}
