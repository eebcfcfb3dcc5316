import type { TaskBlockRow } from '#core/schema/task-blocks.ts'
import { addDays, type CalendarDate } from '#core/lib/calendar-date.ts'
import { isScheduled, type ScheduledBlock } from '#core/timeline/layout.ts'
import { moveBlocks, settleRows } from '#core/timeline/move.ts'
import { scheduleBlock, workingDaysOf } from '#core/timeline/plan.ts'
import { nextWorkingDay } from '#core/timeline/work-calendar.ts'
import type { BlockId, UserId } from '#core/lib/ids.ts'
import { isInStudio } from './left-artists.ts'
import { daysOffOf, type TimelineModel } from './timeline-model.ts'

/** Finds the blocks a command acts on, and splits them into scheduled and queued ones. */
export function pickBlocks(model: TimelineModel, ids: Iterable<BlockId>) {
  const blocks = [...ids].flatMap((id) => model.findBlock(id) ?? [])
  return {
    blocks,
    scheduled: blocks.filter(isScheduled),
    queued: blocks.filter((block) => !isScheduled(block)),
  }
}

/** A place on the board: an artist, a day and a line within the artist's row. */
export type BoardPlace = { readonly assigneeId: UserId; readonly day: CalendarDate; readonly rowIndex: number }

/** Moves bars by whole days and by artists, onto the next free lines of where they land. */
export function placeMoved(
  model: TimelineModel,
  blocks: readonly ScheduledBlock[],
  move: { readonly days: number; readonly artists: number; readonly rowIndex?: number | undefined },
): readonly ScheduledBlock[] {
  const artists = model.getArtists()
  const rows = { ids: artists.map(({ userId }) => userId), openCount: artists.filter(isInStudio).length }
  const settled = model.getSettled()
  const moved = moveBlocks(blocks, move, rows).map((block) => ({
    ...block,
    rowIndex: move.rowIndex ?? lineOf(settled, blocks, block.id) ?? block.rowIndex,
  }))
  return settleOnBoard(model, moved)
}

/** Gives blocks free lines among their artists' blocks, as the board shows them. */
export function settleOnBoard(model: TimelineModel, blocks: readonly ScheduledBlock[]): readonly ScheduledBlock[] {
  const settled = model.getSettled()
  const artists = new Set(blocks.map(({ assigneeId }) => assigneeId))
  return settleRows(
    blocks,
    [...artists].flatMap((artist) => settled.get(artist) ?? []),
  )
}

function lineOf(
  settled: ReturnType<TimelineModel['getSettled']>,
  blocks: readonly ScheduledBlock[],
  id: BlockId,
): number | undefined {
  const artist = blocks.find((block) => block.id === id)?.assigneeId
  return artist && settled.get(artist)?.find((block) => block.id === id)?.rowIndex
}

/** Places queued blocks on an artist one after the other, from a day on, each as long as its estimate takes. */
export function placeQueued(
  model: TimelineModel,
  blocks: readonly TaskBlockRow[],
  { assigneeId, day, rowIndex }: BoardPlace,
): readonly ScheduledBlock[] {
  // People who have left get no new work.
  if (!model.getMembers().some(({ userId }) => userId === assigneeId)) return []
  const daysOff = daysOffOf(model, assigneeId)
  let next = day
  const laid = blocks.map((block) => {
    const workingDays = workingDaysOf(model.timeline.findTask(block.taskId)?.estimatedHours)
    const placed = scheduleBlock(block, { assigneeId, day: next, rowIndex }, { workingDays, daysOff })
    next = addDays(placed.startDate, placed.durationDays)
    return placed
  })
  return settleOnBoard(model, laid)
}

/** Where queued blocks land in move mode: on the first artist's first working day from today, offset by the move. */
function placeOfMove(
  model: TimelineModel,
  move: { readonly days: number; readonly artists: number },
): BoardPlace | undefined {
  const artists = model.getArtists().filter(isInStudio)
  const artist = artists[Math.max(0, Math.min(move.artists, artists.length - 1))]
  if (artist === undefined) return undefined
  const start = nextWorkingDay(model.getToday(), daysOffOf(model, artist.userId))
  return { assigneeId: artist.userId, day: addDays(start, move.days), rowIndex: 0 }
}

/** Places everything in a move: moved blocks on the first free lines, unmoved ones on their own. */
export function placeAll(
  model: TimelineModel,
  ids: Iterable<BlockId>,
  move: { readonly days: number; readonly artists: number },
): readonly ScheduledBlock[] {
  const { scheduled, queued } = pickBlocks(model, ids)
  const isMoved = move.days !== 0 || move.artists !== 0
  if (queued.length === 0) return placeMoved(model, scheduled, { ...move, rowIndex: isMoved ? 0 : undefined })
  const place = placeOfMove(model, move)
  return place === undefined ? [] : placeQueued(model, queued, place)
}
