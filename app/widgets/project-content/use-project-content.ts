import { useCallback, useEffect, useLayoutEffect, useSyncExternalStore } from 'react'
import { toId, type ProjectId, type SpaceId, type StudioId } from '#core/lib/ids.ts'
import type { ProjectRow } from '#core/schema/projects.ts'
import type { Replica } from '#core/schema/replica.ts'
import type { Space } from '#core/schema/spaces.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import type { StudioClient } from '#core/sync/studio-client.ts'
import type { RouteParams } from '#app/routes.ts'
import { useClient, useReplicaVersion } from '#app/widgets/use-client.ts'
import { useOpenedMany } from '#app/widgets/use-opened-many.ts'
import type { OpenedSpace, ProjectContent } from './project-content.ts'
import { setProjectContent } from './project-content-store.ts'

export type ProjectContentView =
  | { readonly kind: 'loading' | 'not-found' }
  | { readonly kind: 'failed'; readonly error: unknown; readonly retry: () => void }
  | { readonly kind: 'open'; readonly content: ProjectContent }

/** Opens every space of the project at an address, and its casting; available to commands while mounted. */
export function useProjectContent(params: RouteParams): ProjectContentView {
  const { client, studio, studioError } = useClient()
  const studioVersion = useReplicaVersion(studio?.replica)
  const name = params['projectSlug'] ?? ''
  const project = studio?.getProjects().find(({ slug, id }) => slug === name || id === name)
  const wanted = studio === undefined || project === undefined ? [] : listContentSpaces(studio, project.id)
  const { casting, spaces, failed, retry, version } = useOpened({ client, studioId: studio?.studioId, project, wanted })
  const content =
    client === undefined || studio === undefined || project === undefined || casting === undefined
      ? undefined
      : {
          client,
          studio,
          project,
          studioSlug: params['studioSlug'] ?? '',
          casting,
          spaces,
          version: version + studioVersion,
        }
  const isOpen = content !== undefined && spaces.length === wanted.length
  useLayoutEffect(() => setProjectContent(isOpen ? content : undefined))
  useEffect(() => () => setProjectContent(undefined), [])

  if (studioError !== undefined) return { kind: 'failed', error: studioError, retry: () => location.reload() }
  if (client === undefined || studio === undefined) return { kind: 'loading' }
  if (project === undefined) return { kind: 'not-found' }
  if (failed !== undefined) return { kind: 'failed', error: failed.error, retry }
  return content === undefined || !isOpen ? { kind: 'loading' } : { kind: 'open', content }
}

type Opening = {
  readonly client: StudioClient | undefined
  readonly studioId: StudioId | undefined
  readonly project: ProjectRow | undefined
  readonly wanted: readonly Space[]
}

/** Opens a project's spaces and casts, and returns those opened so far. */
function useOpened({ client, studioId, project, wanted }: Opening) {
  const needed = () => {
    if (client === undefined || studioId === undefined) throw new Error('Nothing to open')
    return { client, studioId }
  }
  const spaces = useOpenedMany(
    wanted.map(({ id }) => id),
    {
      client,
      open: async (id) => {
        const { client: opener, studioId: of } = needed()
        return await opener.openSpace({ studioId: of, spaceId: toId<SpaceId>(id) })
      },
      scopeOf: (id) => `space:${toId<SpaceId>(id)}`,
    },
  )
  const castings = useOpenedMany(project === undefined ? [] : [project.id], {
    client,
    open: async (id) => {
      const { client: opener, studioId: of } = needed()
      return await opener.openCasting({ studioId: of, projectId: toId<ProjectId>(id) })
    },
    scopeOf: (id) => `casting:${toId<ProjectId>(id)}`,
  })
  const casting = castings.opened.get(project?.id ?? '')?.value
  const opened = wanted.flatMap((space): OpenedSpace[] => {
    const replica = spaces.opened.get(space.id)?.value
    return replica === undefined ? [] : [{ space, replica }]
  })
  const version = useVersions([...opened.map(({ replica }) => replica.replica), ...(casting ? [casting.replica] : [])])
  const failed = [...spaces.opened.values(), ...castings.opened.values()].find(({ error }) => error !== undefined)
  const retry = (): void => {
    spaces.retry()
    castings.retry()
  }
  return { casting, spaces: opened, failed, retry, version }
}

/** Lists the spaces that hold items. */
function listContentSpaces(studio: StudioReplica, projectId: ProjectId): readonly Space[] {
  return studio.getSpaces(projectId).filter(({ layout, isActive }) => isActive && layout !== 'moodboard')
}

/** Rerenders when one of the replicas changes. The returned version increases with each change. */
function useVersions(replicas: readonly Replica[]): number {
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = replicas.map((replica) => replica.subscribe(listener))
      return () => {
        for (const stop of stops) stop()
      }
    },
    [replicas],
  )
  return useSyncExternalStore(subscribe, () => replicas.reduce((sum, replica) => sum + replica.getVersion(), 0))
}
