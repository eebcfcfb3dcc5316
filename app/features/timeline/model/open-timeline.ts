import type { StudioClient } from '#core/sync/studio-client.ts'
import { emptyFilter, valuesOf, withValues } from '#core/timeline/filter-kinds.ts'
import { defaultTimelineFilter, type TimelineFilter } from '#core/items/saved-filter.ts'
import { toId, type ProjectId, type SpaceId, type UserId } from '#core/lib/ids.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { setTimelineFilter, timelineStore } from '../timeline-store.ts'
import { loadSavedFilter } from './saved-timeline-filter.ts'
import { makeTimelineModel, type TimelineModel } from './timeline-model.ts'

/** The project and space the person came from, which the timeline opens on. */
export type TimelineContext = { readonly projectId: ProjectId | undefined; readonly spaceId: SpaceId | undefined }

/**
 * Opens a studio's timeline with the person's saved filter, narrowed to where they came from. Fails with an `AppError`.
 */
export async function openTimeline(
  client: StudioClient,
  studio: StudioReplica,
  context: TimelineContext,
): Promise<TimelineModel> {
  let applied: TimelineFilter | undefined
  const [timeline, saved] = await Promise.all([
    client.openTimeline(studio.studioId),
    loadSavedFilter(client, studio.studioId, (late) => {
      // A filter the person has changed meanwhile stays.
      if (applied === undefined || timelineStore.filter === applied) applied = apply(late, context)
    }),
  ])
  applied ??= apply(saved ?? defaultTimelineFilter, context)
  return makeTimelineModel({
    studio,
    timeline,
    userId: client.userId,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    now: client.clock.now,
  })
}

function apply(saved: TimelineFilter, { projectId, spaceId }: TimelineContext): TimelineFilter {
  const artistIds = valuesOf(saved.selection, 'artist').map(toId<UserId>)
  const inProject = projectId === undefined ? saved.selection : withValues(emptyFilter, 'project', [projectId])
  const inSpace = spaceId === undefined ? inProject : withValues(inProject, 'space', [spaceId])
  const filter = { ...saved, selection: withValues(inSpace, 'artist', []) }
  // Saved without any artists means everybody: an empty board would be of no use.
  setTimelineFilter(filter, artistIds.length === 0 ? 'all' : artistIds)
  return timelineStore.filter
}
