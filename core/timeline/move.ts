import type { BlockId, UserId } from '#core/lib/ids.ts'
import { addDays } from '#core/lib/calendar-date.ts'
import { findFreeRow, type ScheduledBlock } from './layout.ts'

/** How far blocks move: in days, and in artists down the list. */
export type BlockMove = { readonly days: number; readonly artists: number }

/**
 * Artists from the top down. Those after the first `openCount` have left: work is moved away from them, never to them.
 */
export type ArtistList = { readonly ids: readonly UserId[]; readonly openCount: number }

/**
 * Moves blocks together. None leaves the list of artists: the whole selection stops where its first or last would. Rows
 * are only what the blocks ask for; see `settleRows`.
 */
export function moveBlocks(
  blocks: readonly ScheduledBlock[],
  move: BlockMove,
  { ids, openCount }: ArtistList,
): readonly ScheduledBlock[] {
  const places = new Map(ids.map((id, index) => [id, index] as const))
  const indexes = blocks.flatMap(({ assigneeId }) => places.get(assigneeId) ?? [])
  const down = indexes.length === 0 ? 0 : clampShift(move.artists, indexes, openCount)
  return blocks.map((block) => {
    const index = places.get(block.assigneeId)
    const assigneeId = index === undefined ? block.assigneeId : (ids[index + down] ?? block.assigneeId)
    return { ...block, assigneeId, startDate: addDays(block.startDate, move.days) }
  })
}

function clampShift(shift: number, indexes: readonly number[], openCount: number): number {
  const [first, last] = [Math.min(...indexes), Math.max(...indexes)]
  const room = openCount - 1 - last
  // Blocks of somebody who has left cannot move down, and going up they skip everybody who has left.
  const wanted = shift < 0 ? Math.min(shift, room) : Math.min(shift, Math.max(0, room))
  return Math.max(-first, wanted)
}

/** Gives moved blocks, in order, the next free rows among the staying ones, which keep theirs. */
export function settleRows(
  moved: readonly ScheduledBlock[],
  staying: readonly ScheduledBlock[],
): readonly ScheduledBlock[] {
  const ids = new Set<BlockId>(moved.map(({ id }) => id))
  const byArtist = new Map<UserId, ScheduledBlock[]>()
  for (const block of staying) {
    if (ids.has(block.id)) continue
    const known = byArtist.get(block.assigneeId)
    if (known === undefined) byArtist.set(block.assigneeId, [block])
    else known.push(block)
  }
  return moved.map((block) => {
    const others = byArtist.get(block.assigneeId) ?? []
    const settled = { ...block, rowIndex: findFreeRow(others, block) }
    byArtist.set(block.assigneeId, [...others, settled])
    return settled
  })
}
