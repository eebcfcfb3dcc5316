import { useCallback, useLayoutEffect, useMemo, useSyncExternalStore } from 'react'
import type { CastingReplica } from '#core/casting/casting-replica.ts'
import type { SpaceReplica } from '#core/items/space-replica.ts'
import { toId, type ProjectId, type SpaceId } from '#core/lib/ids.ts'
import type { ProjectRow } from '#core/schema/projects.ts'
import type { Replica } from '#core/schema/replica.ts'
import type { Space } from '#core/schema/spaces.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import type { StudioClient } from '#core/sync/studio-client.ts'
import type { RouteParams } from '#app/routes.ts'
import { useClient, useReplicaVersion } from '#app/widgets/use-client.ts'
import { useOpenedMany } from '#app/widgets/use-opened-many.ts'
import { setProjectContent } from './project-content-store.ts'

export type OpenedSpace = { readonly space: Space; readonly replica: SpaceReplica }

/** A project with all that is in its spaces, and what its items are made with. */
export type ProjectContent = {
  readonly client: StudioClient
  readonly studio: StudioReplica
  readonly project: ProjectRow
  readonly studioSlug: string
  readonly casting: CastingReplica
  /** In their order; those that are still on their way are missing. */
  readonly spaces: readonly OpenedSpace[]
  readonly isWhole: boolean
  /** Grows with each change of anything in it. */
  readonly version: number
}

export type ProjectContentView =
  | { readonly kind: 'loading' | 'not-found' }
  | { readonly kind: 'failed'; readonly error: unknown; readonly retry: () => void }
  | { readonly kind: 'open'; readonly content: ProjectContent }

/** Opens every space of the project an address names, and its casting; commands find it while the page is open. */
export function useProjectContent(params: RouteParams): ProjectContentView {
  const { client, studio, studioError } = useClient()
  const studioVersion = useReplicaVersion(studio?.replica)
  const name = params['projectSlug'] ?? ''
  const project = studio?.getProjects().find(({ slug, id }) => slug === name || id === name)
  const wanted = studio === undefined || project === undefined ? [] : listContentSpaces(studio, project.id)
  const studioId = studio?.studioId
  const needed = () => {
    if (client === undefined || studioId === undefined) throw new Error('Nothing to open')
    return { client, studioId }
  }
  const spaces = useOpenedMany(
    wanted.map(({ id }) => id),
    {
      open: async (id) => {
        const { client: opener, studioId: of } = needed()
        return await opener.openSpace({ studioId: of, spaceId: toId<SpaceId>(id) })
      },
      close: (id) => void client?.release(`space:${toId<SpaceId>(id)}`),
    },
  )
  const castings = useOpenedMany(project === undefined ? [] : [project.id], {
    open: async (id) => {
      const { client: opener, studioId: of } = needed()
      return await opener.openCasting({ studioId: of, projectId: toId<ProjectId>(id) })
    },
    close: (id) => void client?.release(`casting:${toId<ProjectId>(id)}`),
  })
  const casting = castings.opened.get(project?.id ?? '')?.value
  const openSpaces = wanted.flatMap((space): OpenedSpace[] => {
    const replica = spaces.opened.get(space.id)?.value
    return replica === undefined ? [] : [{ space, replica }]
  })
  const version = useVersions([
    ...openSpaces.map(({ replica }) => replica.replica),
    ...(casting ? [casting.replica] : []),
  ])
  const failed = [...spaces.opened.values(), ...castings.opened.values()].find(({ error }) => error !== undefined)
  const view = useMemo((): ProjectContentView => {
    if (studioError !== undefined) return { kind: 'failed', error: studioError, retry: () => location.reload() }
    if (client === undefined || studio === undefined) return { kind: 'loading' }
    if (project === undefined) return { kind: 'not-found' }
    if (failed !== undefined) {
      const retry = (): void => {
        spaces.retry()
        castings.retry()
      }
      return { kind: 'failed', error: failed.error, retry }
    }
    if (casting === undefined || openSpaces.length < wanted.length) return { kind: 'loading' }
    const studioSlug = params['studioSlug'] ?? ''
    const isWhole = openSpaces.every(({ replica }) => replica.replica.getState() === 'ready')
    const content = { client, studio, project, studioSlug, casting, spaces: openSpaces, isWhole, version }
    return { kind: 'open', content }
    // What is open is told by the versions.
  }, [client, studio, studioError, project, failed, casting, wanted.length, openSpaces.length, version, studioVersion])
  useLayoutEffect(() => {
    setProjectContent(view.kind === 'open' ? view.content : undefined)
    return () => setProjectContent(undefined)
  }, [view])
  return view
}

/** The spaces that hold items. */
function listContentSpaces(studio: StudioReplica, projectId: ProjectId): readonly Space[] {
  return studio.getSpaces(projectId).filter(({ layout, isActive }) => isActive && layout !== 'moodboard')
}

/** Draws again when something in one of the replicas changes. */
function useVersions(replicas: readonly Replica[]): number {
  const key = replicas.map(({ scope }) => scope).join(' ')
  const held = useMemo(() => replicas, [key])
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = held.map((replica) => replica.subscribe(listener))
      return () => {
        for (const stop of stops) stop()
      }
    },
    [held],
  )
  return useSyncExternalStore(subscribe, () => held.reduce((sum, replica) => sum + replica.getVersion(), 0))
}
