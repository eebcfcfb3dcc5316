import { countOf } from '#core/lib/text.ts'
import { isScheduled, type ScheduledBlock } from '#core/timeline/layout.ts'
import type { BlockId, TaskId } from '#core/lib/ids.ts'
import type { TimelineModel } from '../model/timeline-model.ts'
import { timelineStore } from '../timeline-store.ts'

/**
 * Returns the blocks gathered one by one, or the selection that includes the focused block; else the focused block
 * alone.
 */
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

/** Returns the targets that lie on the board. */
export function targetBars({ findBlock }: TimelineModel): readonly ScheduledBlock[] {
  return targetIds()
    .flatMap((id) => findBlock(id) ?? [])
    .filter(isScheduled)
}

/** Formats a count: '3 tasks', '1 task'. */
export function countTasks(count: number): string {
  return countOf(count, 'task')
}
