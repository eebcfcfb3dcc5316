import type { Found, OpenState } from './open-state.ts'
import type { StudioClient } from '#core/sync/studio-client.ts'
import { useEffect, useReducer, useState } from 'react'
import { AppError } from '#core/lib/errors.ts'
import { messages } from '#core/lib/messages.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { useClient, useReplicaVersion } from '#app/widgets/use-client.ts'
import { openSpace } from './model/open-space.ts'
import { useMakeIllustrationSpace } from './use-make-illustration-space.ts'

/** The space an address means: by its slug, the project's first, or its first illustration space. */
export type SpaceAddress = {
  readonly projectSlug: string | undefined
  readonly space: { readonly slug: string } | 'first' | 'illustration'
}

type Opening = { readonly key: string; readonly state: OpenState }

/** Opens the space of an address and keeps it open while it is shown. */
export function useOpenSpace(address: SpaceAddress): {
  readonly state: OpenState
  readonly client: StudioClient | undefined
  readonly retry: () => void
} {
  const { client, studio, studioError } = useClient()
  useReplicaVersion(studio?.replica, 'projects')
  useReplicaVersion(studio?.replica, 'spaces')
  const [attempt, retry] = useReducer((count: number) => count + 1, 0)
  const [opening, setOpening] = useState<Opening>()
  const found = studio === undefined ? undefined : findSpace(studio, address)
  const making = useMakeIllustrationSpace({
    client,
    studio,
    found,
    isWanted: address.space === 'illustration',
    attempt,
  })
  const row = found?.kind === 'found' && making === undefined ? found.row : undefined
  const key = `${row?.id ?? ''} ${attempt}`

  useEffect(() => {
    if (client === undefined || studio === undefined || row === undefined) return undefined
    let isLeft = false
    const settle = (state: OpenState): void => {
      if (!isLeft) setOpening({ key, state })
    }
    openSpace(client, studio, row).then(
      (opened) => settle({ kind: 'ready', opened }),
      (cause: unknown) => {
        const error =
          cause instanceof AppError
            ? cause
            : new AppError('space-load-failed', messages['space-load-failed'], { cause })
        settle({ kind: 'failed', error, spaceId: row.id })
      },
    )
    return () => {
      isLeft = true
      void client.release(`space:${row.id}`)
    }
    // The row's other fields, such as its name, change under an open space without opening it again.
    // oxlint-disable-next-line react/exhaustive-deps -- the key stands for the row
  }, [client, studio, key])

  const state = making ?? stateOf({ studioError, found, opening, key })
  return { state, client, retry }
}

function stateOf(sources: {
  readonly studioError: AppError | undefined
  readonly found: Found | undefined
  readonly opening: Opening | undefined
  readonly key: string
}): OpenState {
  const { studioError, found, opening, key } = sources
  if (found === undefined) {
    return studioError === undefined ? { kind: 'loading' } : { kind: 'failed', error: studioError, spaceId: undefined }
  }
  if (found.kind === 'found') return opening?.key === key ? opening.state : { kind: 'loading' }
  if (found.kind === 'no-space') return { kind: 'missing', projectId: found.projectId }
  const error = new AppError('project-info-missing', messages['project-info-missing'])
  return { kind: 'failed', error, spaceId: undefined }
}

/** Finds the space an address means, by slug or, as everywhere, by id (ruling 36). */
export function findSpace(studio: StudioReplica, { projectSlug, space }: SpaceAddress): Found {
  const project = studio.getProjects().find(({ slug, id }) => slug === projectSlug || id === projectSlug)
  if (project === undefined) return { kind: 'no-project' }
  const spaces = studio.getSpaces(project.id)
  const row =
    space === 'first'
      ? spaces[0]
      : space === 'illustration'
        ? spaces.find(({ layout }) => layout === 'illustration')
        : spaces.find(({ slug, id }) => slug === space.slug || id === space.slug)
  return row === undefined ? { kind: 'no-space', projectId: project.id } : { kind: 'found', row }
}
