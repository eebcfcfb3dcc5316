import type { RouteParams } from '#app/routes.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { MoodboardSpace } from './moodboard/moodboard-space.tsx'
import { SpaceFailed } from './space-failed.tsx'
import { SpacePage } from './space-page.tsx'
import { SpaceLoading } from './space-loading.tsx'
import { texts } from './texts.ts'
import { useOpenSpace, type SpaceAddress } from './use-open-space.ts'

type SpaceScreenProps = {
  readonly params: RouteParams
  /** Opened instead of the space the address names. */
  readonly wanted?: Exclude<SpaceAddress['space'], { readonly slug: string }>
}

/** The space of an address: by its slug, or the project's first where it names none. */
export function SpaceScreen({ params, wanted }: SpaceScreenProps) {
  const slug = params['spaceSlug']
  const space = wanted ?? (slug === undefined ? 'first' : { slug })
  const { state, client, retry } = useOpenSpace({ projectSlug: params['projectSlug'], space })
  switch (state.kind) {
    case 'loading':
      return <SpaceLoading />
    case 'failed':
      return <SpaceFailed error={state.error} client={client} spaceId={state.spaceId} onRetry={retry} />
    case 'missing':
      return (
        <EmptyState level={1} title={texts.noSpace}>
          <CommandButton command="go.spaces">Back to the spaces</CommandButton>
        </EmptyState>
      )
    case 'ready':
      if (state.opened.model.row.layout === 'moodboard') return <MoodboardSpace opened={state.opened} />
      return <SpacePage key={state.opened.model.row.id} opened={state.opened} />
  }
}
