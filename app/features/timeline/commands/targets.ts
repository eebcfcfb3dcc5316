import { countOf } from '#core/lib/text.ts'
import { isScheduled, type ScheduledBlock } from '#core/timeline/layout.ts'
import type { BlockId, TaskId } from '#core/lib/ids.ts'
import type { TimelineModel } from '../model/timeline-model.ts'
import { timelineStore } from '../timeline-store.ts'

/** The blocks gathered one by one, or those chosen with the focused one; else the focused one alone. */
export function targetIds(): readonly BlockId[] {
  const { selection, isGathered, focus } = timelineStore
  if (isGathered || focus === undefined || selection.has(focus)) return [...selection]
  return [focus]
}

export function hasTargets(): boolean {
  return targetIds().length > 0
}

export function targetTaskIds({ findBlock }: TimelineModel): readonly TaskId[] {
  return [...new Set(targetIds().flatMap((id) => findBlock(id)?.taskId ?? []))]
}

/** The targets that lie on the board. */
export function targetBars({ findBlock }: TimelineModel): readonly ScheduledBlock[] {
  return targetIds()
    .flatMap((id) => findBlock(id) ?? [])
    .filter(isScheduled)
}

/** '3 tasks', '1 task'. */
export function countTasks(count: number): string {
  return countOf(count, 'task')
}
