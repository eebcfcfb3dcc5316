import type { TaskBlockRow } from '#core/schema/task-blocks.ts'
import { groupBy } from '#core/lib/collections.ts'
import type { BlockId, UserId } from '#core/lib/ids.ts'
import { daysBetween, toDayNumber, type CalendarDate } from '#core/lib/calendar-date.ts'

/** A block placed on an artist's row. */
export type ScheduledBlock = TaskBlockRow & { readonly assigneeId: UserId; readonly startDate: CalendarDate }

/** Whether a block has both an artist and a day; without either it waits in the queue. */
export function isScheduled(block: TaskBlockRow): block is ScheduledBlock {
  return block.assigneeId !== undefined && block.startDate !== undefined
}

/**
 * Gives one artist's blocks rows without overlap: each its saved row where that is free, else the next free one below.
 * Blocks that do not overlap stay where they are.
 */
export function packRows(blocks: readonly ScheduledBlock[]): ReadonlyMap<BlockId, number> {
  const placed = new Map<BlockId, number>()
  // Sorted by start, a row is free from the end of its last block on.
  const freeFrom: number[] = []
  const dated = blocks.map((block) => ({ block, start: toDayNumber(block.startDate) }))
  dated.sort((a, b) => a.start - b.start || (a.block.id < b.block.id ? -1 : Number(a.block.id > b.block.id)))
  for (const { block, start } of dated) {
    let row = Math.max(0, block.rowIndex)
    while ((freeFrom[row] ?? -Infinity) > start) row += 1
    freeFrom[row] = start + block.durationDays
    placed.set(block.id, row)
  }
  return placed
}

/**
 * Finds the first row, from the block's own down, in which nothing overlaps it; the other blocks stay in their rows.
 */
export function findFreeRow(others: readonly ScheduledBlock[], block: ScheduledBlock): number {
  const rows: ScheduledBlock[][] = []
  for (const other of others) if (other.id !== block.id) (rows[other.rowIndex] ??= []).push(other)
  return firstFreeRow(rows, block)
}

function firstFreeRow(rows: readonly (readonly ScheduledBlock[] | undefined)[], block: ScheduledBlock): number {
  let row = Math.max(0, block.rowIndex)
  while (rows[row]?.some((other) => doOverlap(other, block)) === true) row += 1
  return row
}

/** Whether two blocks share a day. */
export function doOverlap(first: ScheduledBlock, second: ScheduledBlock): boolean {
  const distance = daysBetween(first.startDate, second.startDate)
  return distance < first.durationDays && -distance < second.durationDays
}

/** Returns a block in its queued form: no artist, no day, one day long, row 0. */
export function toQueued(block: TaskBlockRow): TaskBlockRow {
  return { ...block, assigneeId: undefined, startDate: undefined, durationDays: 1, rowIndex: 0 }
}

/** The effect of deleting a block. */
export type BlockDeletion =
  | { readonly kind: 'delete'; readonly blockIds: readonly BlockId[] }
  | { readonly kind: 'queue'; readonly block: TaskBlockRow }

/**
 * Deletes blocks, except that a task never loses its last one: where all of a task's blocks go, the first returns to
 * the queue instead.
 */
export function deleteBlocks(blocks: readonly TaskBlockRow[], ids: ReadonlySet<BlockId>): readonly BlockDeletion[] {
  return [...groupBy(blocks, (block) => block.taskId).values()].flatMap((ofTask): BlockDeletion[] => {
    const doomed = ofTask.filter((block) => ids.has(block.id))
    const [first, ...others] = doomed
    if (first === undefined) return []
    const gone = doomed.length < ofTask.length ? doomed : others
    const deletion: BlockDeletion[] = gone.length === 0 ? [] : [{ kind: 'delete', blockIds: gone.map(({ id }) => id) }]
    return doomed.length < ofTask.length ? deletion : [{ kind: 'queue', block: toQueued(first) }, ...deletion]
  })
}
