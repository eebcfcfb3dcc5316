import type { FilterKind, FilterTree } from '#core/domain/filter-cascade.ts'
import type { TimelineFilterData } from '#core/domain/timeline-filter-data.ts'
import { timelineStore } from '../timeline-store.ts'
import type { TimelineModel } from './timeline-model.ts'

/** One kind of an active filter, in words. */
export type FilterSummary = { readonly kind: FilterKind; readonly label: string; readonly values: string }

const maxNames = 2

/** The kinds that narrow the timeline now, each with the names of what is chosen or, of many, their number. */
export function summarizeFilter({ studio, timeline, getMembers }: TimelineModel): readonly FilterSummary[] {
  const { filter, artists } = timelineStore
  const { selection } = filter
  const tasks = timeline.replica.getRows('timeline_tasks')
  const nameIn = (field: 'collectionId' | 'itemId', id: string): string | undefined => {
    for (const task of tasks.values()) {
      if (task[field] === id) return field === 'itemId' ? task.itemTitle : task.collectionName
    }
    return undefined
  }
  const people = artists === 'all' ? [] : artists
  const names: readonly (readonly [FilterKind, string, readonly (string | undefined)[]])[] = [
    ['projectIds', 'Project', selection.projectIds.map((id) => studio.replica.find('projects', id)?.name)],
    ['spaceIds', 'Space', selection.spaceIds.map((id) => studio.replica.find('spaces', id)?.name)],
    ['collectionIds', 'Collection', selection.collectionIds.map((id) => nameIn('collectionId', id))],
    ['itemIds', 'Item', selection.itemIds.map((id) => nameIn('itemId', id))],
    ['stageIds', 'Stage', selection.stageIds.map((id) => studio.replica.find('stages', id)?.name)],
    ['statusIds', 'Status', selection.statusIds.map((id) => studio.replica.find('task_statuses', id)?.shortCode)],
    ['artistIds', 'Team', people.map((id) => getMembers().find(({ userId }) => userId === id)?.displayName)],
  ]
  return names.flatMap(([kind, label, values]) => {
    const isShown = values.length > 0 || (kind === 'artistIds' && artists !== 'all')
    return isShown ? [{ kind, label, values: join(values.map((name) => name ?? 'Unknown')) }] : []
  })
}

function join(names: readonly string[]): string {
  if (names.length === 0) return 'nobody'
  return names.length <= maxNames ? names.join(', ') : String(names.length)
}

/** What hangs under what, for the cascades. */
export function toFilterTree({ spaces, collections, items }: TimelineFilterData): FilterTree {
  return {
    projectOfSpace: new Map(spaces.map(({ id, projectId }) => [id, projectId])),
    spaceOfCollection: new Map(collections.map(({ id, spaceId }) => [id, spaceId])),
    collectionOfItem: new Map(items.map(({ id, collectionId }) => [id, collectionId])),
  }
}
