import { nameOfGroup } from '#core/fields/field-group.ts'
import type { ColorMode } from '#core/items/saved-filter.ts'
import type { TimelineTaskRow } from '#core/schema/timeline-tasks.ts'
import { removedName } from '#core/lib/removed-name.ts'
import type { ScheduledBlock } from '#core/timeline/layout.ts'
import { withValues } from '#core/timeline/filter-kinds.ts'
import { noneId } from '#core/timeline/filter-tests.ts'
import { toId, type UserId } from '#core/lib/ids.ts'
import { setArtists, setFilterSelection, timelineStore } from '../timeline-store.ts'
import { makeColorKeys } from './color-keys.ts'
import { findColorField, findColorMode, groupIdOfTask } from './field-colors.ts'
import type { TimelineModel } from './timeline-model.ts'

/** A colour of the board, its meaning, and whether the board is narrowed to it. */
export type LegendEntry = {
  readonly id: string
  readonly name: string
  readonly color: string
  readonly isChosen: boolean
}

/** More entries would be of no use. */
const most = 24

/** Lists what the colours on the board mean, the most frequent first. */
export function listLegend(model: TimelineModel): readonly LegendEntry[] {
  const colorMode = findColorMode(model.studio, timelineStore.filter.colorMode)
  const colorOf = makeColorKeys(model.studio)(colorMode)
  const chosen = chosenOf(colorMode)
  const field = findColorField(model.studio, colorMode)
  const nameOfMember = (userId: string) => model.studio.replica.find('studio_members', toId(userId))?.displayName
  const found = new Map<string, LegendEntry & { count: number }>()
  for (const block of model.getScheduled()) {
    const task = model.timeline.findTask(block.taskId)
    if (task === undefined) continue
    const id = field === undefined ? idOf(colorMode, block, task) : groupIdOfTask(field, task)
    const known = found.get(id)
    if (known === undefined) {
      const name =
        field === undefined ? nameOf(colorMode, { model, block, task }) : nameOfGroup(field, id, nameOfMember)
      const color = colorOf(block, task)
      found.set(id, { id, name, color, isChosen: chosen.includes(id), count: 1 })
    } else known.count += 1
  }
  return [...found.values()].toSorted((one, other) => other.count - one.count).slice(0, most)
}

/** Adds the meaning of a colour to the filter, or takes it out. */
export function toggleLegend(model: TimelineModel, id: string): void {
  const { selection } = timelineStore.filter
  const colorMode = findColorMode(model.studio, timelineStore.filter.colorMode)
  const chosen = chosenOf(colorMode)
  const next = chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id]
  if (colorMode !== 'artist') return setFilterSelection(withValues(selection, colorMode, next))
  const isEverybody = next.length === 0 || next.length === model.getMembers().length
  setArtists(isEverybody ? 'all' : next.map((each) => toId<UserId>(each)))
}

function chosenOf(colorMode: ColorMode): readonly string[] {
  if (colorMode === 'artist') return timelineStore.artists === 'all' ? [] : timelineStore.artists
  const conditions = timelineStore.filter.selection.filter(({ field, test }) => field === colorMode && test === 'in')
  return conditions.flatMap(({ values }) => values)
}

function idOf(colorMode: ColorMode, { assigneeId }: ScheduledBlock, task: TimelineTaskRow): string {
  const ids: Readonly<Record<string, string>> = {
    status: task.statusId,
    stage: task.stageId,
    artist: assigneeId,
    project: task.projectId,
    space: task.spaceId,
    collection: task.collectionId,
    item: task.itemId,
    kind: task.kindId ?? noneId,
  }
  return ids[colorMode] ?? ''
}

type Bar = { readonly model: TimelineModel; readonly block: ScheduledBlock; readonly task: TimelineTaskRow }

function nameOf(colorMode: ColorMode, { model, block: { assigneeId }, task }: Bar): string {
  const { replica } = model.studio
  const names: Readonly<Record<string, () => string | undefined>> = {
    status: () => replica.find('task_statuses', task.statusId)?.name,
    stage: () => replica.find('stages', task.stageId)?.name,
    artist: () => replica.find('studio_members', assigneeId)?.displayName,
    project: () => replica.find('projects', task.projectId)?.name,
    space: () => replica.find('spaces', task.spaceId)?.name,
    collection: () => task.collectionName,
    item: () => task.itemTitle,
    kind: () =>
      task.kindId === undefined ? 'No kind' : (replica.find('item_kinds', task.kindId)?.name ?? removedName),
  }
  return names[colorMode]?.() ?? 'Unknown'
}
