import type { StatusRow } from '#core/schema/task-statuses.ts'
import type { SpaceId, StatusId } from '#core/lib/ids.ts'

/** How many items a space has, and how many of its tasks have each status. */
export type SpaceCount = {
  readonly spaceId: SpaceId
  readonly itemCount: number
  readonly taskCounts: Readonly<Record<string, number>>
}

/** A status's part of a progress bar, 0 to 1. */
export type ProgressPart = { readonly id: StatusId; readonly color: string; readonly share: number }

/**
 * Returns how tasks are spread over the statuses: finished ones first, then the others from the last to the first. The
 * default status is left out: work there has not begun, so its part of the bar stays empty.
 */
export function toProgress(counts: readonly SpaceCount[], statuses: readonly StatusRow[]): readonly ProgressPart[] {
  const countOf = (id: StatusId): number => counts.reduce((sum, { taskCounts }) => sum + (taskCounts[id] ?? 0), 0)
  const total = statuses.reduce((sum, { id }) => sum + countOf(id), 0)
  return statuses
    .filter(({ id, isDefault }) => !isDefault && countOf(id) > 0)
    .sort((first, second) => Number(second.isDone) - Number(first.isDone) || second.position - first.position)
    .map(({ id, color }) => ({ id, color, share: countOf(id) / total }))
}
