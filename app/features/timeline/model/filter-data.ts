import type { StudioClient } from '#core/sync/studio-client.ts'
import * as v from 'valibot'
import type { TimelineFilterData } from '#core/timeline/filter-data.ts'
import { loadTimelineFilterData } from '#core/timeline/load-filter-data.ts'
import { type FilterSource } from '#core/timeline/filter-kinds.ts'
import { summarizeFilter, type FilterSummary } from '#core/timeline/filter-summary.ts'
import { AppError } from '#core/lib/errors.ts'
import type { StudioId } from '#core/lib/ids.ts'
import { listTimelineFields } from './field-colors.ts'
import { timelineStore } from '../timeline-store.ts'
import { isInStudio } from './left-artists.ts'
import type { TimelineModel } from './timeline-model.ts'

const names = v.array(v.looseObject({ id: v.string() }))
const schema = v.object({
  projects: names,
  spaces: names,
  collections: names,
  items: names,
  stages: names,
  statuses: names,
  artists: names,
})

/** The panel's choices, and whether there are more than were loaded. */
export type ListedData = TimelineFilterData & Pick<FilterSource, 'isPartial'>

type Cache = Map<string, TimelineFilterData>
const caches = new WeakMap<StudioClient, Cache>()
const keyOf = (client: StudioClient, studioId: StudioId): string => `timeline-filter_${studioId}_${client.userId}`

/** Finds what was loaded in this session, in memory or in the browser's session storage. */
export function findCachedFilterData(client: StudioClient, studioId: StudioId): TimelineFilterData | undefined {
  const key = keyOf(client, studioId)
  const known = caches.get(client)?.get(key)
  if (known !== undefined) return known
  try {
    const stored = v.safeParse(schema, JSON.parse(sessionStorage.getItem(key) ?? 'null'))
    // Written below from this very type; the check guards against anything else under that name.
    return stored.success ? (stored.output as unknown as TimelineFilterData) : undefined
  } catch {
    return undefined
  }
}

/** Loads the data anew and caches it; offline, returns what the replicas on this device know. */
export async function loadFilterData(client: StudioClient, model: TimelineModel): Promise<ListedData> {
  const { studioId } = model.studio
  try {
    const data = await loadTimelineFilterData(studioId, client)
    remember(client, studioId, data)
    return data
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause
    return findCachedFilterData(client, studioId) ?? readReplicas(model)
  }
}

function remember(client: StudioClient, studioId: StudioId, data: TimelineFilterData): void {
  const key = keyOf(client, studioId)
  const cache: Cache = caches.get(client) ?? new Map()
  caches.set(client, cache.set(key, data))
  try {
    sessionStorage.setItem(key, JSON.stringify(data))
  } catch {
    // Too much for session storage: memory is enough.
  }
}

/** Describes the chips, even before the panel's choices are loaded; artists have rows and a chip of their own. */
export function summarizeTimeline(model: TimelineModel): readonly FilterSummary[] {
  const { filter, artists } = timelineStore
  if (filter.selection.length === 0 && artists === 'all') return []
  const source = readReplicas(model)
  const summaries = summarizeFilter(filter.selection, 'timeline', source)
  if (artists === 'all') return summaries
  const people = { field: 'artist', test: 'in', values: artists }
  const [team] = summarizeFilter([people], 'timeline', source)
  return [...summaries, ...(team ? [{ ...team, label: 'Team', values: team.values || 'nobody' }] : [])]
}

/** Combines the server's list with the members and statuses of the studio's replica. */
export function withPeople(data: ListedData, model: TimelineModel): FilterSource {
  const { studio } = model
  return {
    ...data,
    ...ofStudio(model),
    statuses: studio.getStatuses(),
    unlisted: { artist: toFormerArtists(model) },
  }
}

function ofStudio({ studio, getMembers }: TimelineModel): Pick<FilterSource, 'artists' | 'fields' | 'kinds'> {
  return {
    artists: getMembers().map(({ userId, displayName }) => ({ id: userId, name: displayName })),
    fields: listTimelineFields(studio),
    kinds: studio.getKinds(),
  }
}

function toFormerArtists({ studio }: TimelineModel): readonly { readonly id: string; readonly name: string }[] {
  return studio
    .getMembers()
    .filter((member) => !isInStudio(member))
    .map(({ userId, displayName }) => ({ id: userId, name: `${displayName} (archived)` }))
}

function readReplicas(model: TimelineModel): ListedData & FilterSource {
  const { studio, timeline } = model
  const tasks = [...timeline.replica.getRows('timeline_tasks').values()]
  const collections = new Map(
    tasks.map((task) => [
      task.collectionId,
      { id: task.collectionId, spaceId: task.spaceId, name: task.collectionName },
    ]),
  )
  const items = new Map(
    tasks.map((task) => [task.itemId, { id: task.itemId, collectionId: task.collectionId, title: task.itemTitle }]),
  )
  return {
    projects: studio.getProjects(),
    spaces: studio.getProjects().flatMap(({ id }) => studio.getSpaces(id)),
    collections: [...collections.values()].toSorted((a, b) => a.name.localeCompare(b.name)),
    items: [...items.values()].toSorted((a, b) => a.title.localeCompare(b.title)),
    stages: studio.getStages(),
    statuses: studio.getStatuses(),
    ...ofStudio(model),
    unlisted: { artist: toFormerArtists(model) },
    isPartial: true,
  }
}
