import { addDays } from '#core/lib/calendar-date.ts'
import type { TaskBlockRow } from '#core/schema/task-blocks.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'

export const blockFields = [
  'id',
  'block',
  'path',
  'artist',
  'start',
  'end',
  'days',
  'taskId',
  'artistId',
  'row',
] as const

/** Converts a block to the row every command prints. */
export const toBlockRow = (studio: StudioReplica, block: TaskBlockRow, path: string) => ({
  id: block.id,
  // Enough of the id to name the block, and short enough to leave room for the path.
  block: block.id.slice(0, 13),
  path,
  artist:
    block.assigneeId === undefined
      ? null
      : (studio.replica.find('studio_members', block.assigneeId)?.displayName ?? block.assigneeId),
  start: block.startDate ?? null,
  end: toEnd(block) ?? null,
  days: block.durationDays,
  taskId: block.taskId,
  artistId: block.assigneeId ?? null,
  row: block.rowIndex,
})

/** Returns a block's last day; undefined while it is queued. */
export function toEnd({ startDate, durationDays }: TaskBlockRow) {
  return startDate === undefined ? undefined : addDays(startDate, Math.max(0, Math.ceil(durationDays) - 1))
}
