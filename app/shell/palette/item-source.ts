import type { Space } from '#core/schema/spaces.ts'
import type { ProjectRow } from '#core/schema/projects.ts'
import { toTaskSlug } from '#core/tasks/task-slug.ts'
import type { SpaceId, UserId } from '#core/lib/ids.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import type { PaletteResult, PaletteSource } from '#app/commands/palette-source.ts'
import { withPopup } from '#app/lib/popup-address.ts'
import { findRoute, links } from '#app/routes.ts'
import { clientStore } from '#app/stores/client-store.ts'
import { placesStore } from '#app/stores/places-store.ts'
import { findCurrentStudio, sessionStore } from '#app/stores/session-store.ts'
import type { FoundItem } from './item-corpus.ts'
import type { ItemSearchAnswer, ItemSearchRequest } from './item-search-messages.ts'

/** The parts of a worker used here, so that tests can stand in for it. */
export type ItemSearchPort = {
  readonly post: (request: ItemSearchRequest) => void
  readonly listen: (listener: (answer: ItemSearchAnswer) => void) => void
  readonly close: () => void
}

/** Searches items and tasks of all spaces stored on this device, in a worker started when the palette first opens. */
export function makeItemSource(start: () => ItemSearchPort): PaletteSource & { readonly close: () => void } {
  let port: ItemSearchPort | undefined
  let isPrepared = false
  let asked = 0
  const waiting = new Map<number, (items: readonly FoundItem[]) => void>()

  const prepare = (): void => {
    const { client, studio } = clientStore.get()
    if (client === undefined || studio === undefined) return
    if (port === undefined) {
      port = start()
      port.listen(({ id, items }) => {
        waiting.get(id)?.(items)
        waiting.delete(id)
      })
    }
    const refresh = toRefresh(client.userId, studio)
    isPrepared = refresh.spaceIds.length > 0
    port.post(refresh)
  }
  const ask = async (request: (id: number) => ItemSearchRequest): Promise<readonly FoundItem[]> => {
    // The palette may have opened before the studio's spaces were loaded.
    if (!isPrepared) prepare()
    if (port === undefined) return []
    asked += 1
    const id = asked
    const { promise, resolve } = Promise.withResolvers<readonly FoundItem[]>()
    waiting.set(id, resolve)
    port.post(request(id))
    return await promise
  }

  return {
    id: 'items',
    prepare,
    search: async (query, { limit, kinds }) =>
      query.trim() === '' || kinds?.includes('item') === false
        ? []
        : toResults(await ask((id) => ({ kind: 'search', id, query, limit }))),
    find: async (ids) => {
      const wanted = ids.filter((id) => id.startsWith('item:')).map((id) => id.split(':'))
      if (wanted.length === 0) return []
      const items = await ask((id) => ({ kind: 'find', id, itemIds: wanted.map(([, itemId = '']) => itemId) }))
      const stages = clientStore.get().studio?.getStages() ?? []
      const found = wanted.flatMap(([, itemId, task]) => {
        const item = items.find((candidate) => candidate.id === itemId)
        const stage = stages.find(({ name }) => toTaskSlug(name) === task)?.name
        return item === undefined ? [] : [{ ...item, stage }]
      })
      return toResults(found)
    },
    close: () => {
      port?.close()
      port = undefined
      isPrepared = false
      for (const resolve of waiting.values()) resolve([])
      waiting.clear()
    },
  }
}

function toRefresh(userId: UserId, studio: StudioReplica): Extract<ItemSearchRequest, { kind: 'refresh' }> {
  const spaces = [...studio.replica.getRows('spaces').values()]
  return {
    kind: 'refresh',
    userId,
    spaceIds: spaces.map(({ id }) => id),
    changedIds: findVisited(spaces, studio),
    stages: studio.getStages().map(({ name }) => name),
    kinds: studio.getKinds().flatMap(({ id, name, itemType }) => (itemType === 'asset' ? [[id, name] as const] : [])),
  }
}

/** Returns the visited spaces: only they change in the cache. */
function findVisited(spaces: readonly Space[], studio: StudioReplica): readonly SpaceId[] {
  const places = [location.pathname, ...placesStore.recent].map((path) => findRoute(path)?.params)
  const slugs = new Set(places.map((params) => params?.['spaceSlug']))
  // An address without a space shows the project's first one.
  const projects = new Set(
    places.filter((params) => params?.['spaceSlug'] === undefined).map((params) => params?.['projectSlug']),
  )
  const first = studio
    .getProjects()
    .flatMap(({ id, slug }) => (projects.has(slug) ? (studio.getSpaces(id)[0]?.id ?? []) : []))
  return spaces.filter(({ id, slug }) => slugs.has(slug) || first.includes(id)).map(({ id }) => id)
}

function toResults(items: readonly FoundItem[]): readonly PaletteResult[] {
  const { studio } = clientStore.get()
  const studioSlug = findCurrentStudio(sessionStore)?.slug ?? ''
  return items.flatMap((item) => {
    const space = studio?.replica.find('spaces', item.spaceId)
    const project = space && studio?.replica.find('projects', space.projectId)
    return space === undefined || project === undefined ? [] : toResult(item, { studioSlug, space, project })
  })
}

type Surroundings = {
  readonly studioSlug: string
  readonly space: Space
  readonly project: Pick<ProjectRow, 'slug' | 'name'>
}

function toResult(item: FoundItem, { studioSlug, space, project }: Surroundings): PaletteResult {
  const task = item.stage === undefined ? undefined : toTaskSlug(item.stage)
  const popup = withPopup('', { item: item.slug, task })
  return {
    id: task === undefined ? `item:${item.id}` : `item:${item.id}:${task}`,
    kind: 'item',
    title: item.title,
    detail: [item.stage, item.kind, item.description, space.name, project.name].filter(Boolean).join(' · '),
    to: links.space({ studioSlug, projectSlug: project.slug, spaceSlug: space.slug }) + popup,
    ...(item.pictureId !== undefined && { thumbnailId: item.pictureId }),
    ...(item.kindId !== undefined && { itemKindId: item.kindId }),
    score: item.score,
  }
}
