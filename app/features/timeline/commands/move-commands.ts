import type { BlockId } from '#core/lib/ids.ts'
import { ok } from '#core/lib/result.ts'
import { durationOnRelease, toDayIndex } from '#core/timeline/window.ts'
import { defineWith, type Command, type CommandOutcome } from '#app/commands/define-command.ts'
import { emptyOverlay } from '../board/board-view.ts'
import { formatDay } from '#app/lib/format-day.ts'
import { formatDuration } from '../board/describe-bar.ts'
import { hidePreview, showPreview } from '../board/drag-preview.ts'
import { watchHeld } from '../model/held-blocks.ts'
import type { Direction } from '../model/next-bar.ts'
import { pickBlocks, placeAll, settleOnBoard } from '../model/moving.ts'
import type { TimelinePage } from '../timeline-page-context.ts'
import { focusBlock, selectBlocks, setMove, announce, timelineStore, type MoveMode } from '../timeline-store.ts'
import { copyBlocks, putBlocks, removeBlocks } from './block-changes.ts'
import { countTasks, hasTargets, targetBars, targetIds } from './targets.ts'

const define = defineWith({ group: 'Timeline', scope: 'timeline' })

/** Commands that move and resize by keyboard, and that handle a pointer's drop. */
export function makeMoveCommands(page: TimelinePage): readonly Command[] {
  const canChange = (): boolean => page.model.canChange()
  const isMoving = (): boolean => timelineStore.move !== undefined
  return [
    define({
      id: 'timeline.move',
      title: 'Move: arrows, then Enter',
      keys: ['m'],
      keywords: ['schedule', 'drag', 'reschedule', 'assign'],
      needs: 'create',
      when: () => canChange() && !isMoving() && hasTargets(),
      run: () => pickUp(page),
    }),
    define({
      id: 'timeline.drop',
      title: 'Drop',
      isKeyOnly: true,
      when: () => isMoving() || page.drop !== undefined,
      run: async () => (page.drop === undefined ? await dropMove(page, false) : await dropPointer(page)),
    }),
    define({
      id: 'timeline.duplicate',
      title: 'Drop a duplicate',
      keys: ['alt+enter'],
      when: isMoving,
      run: async () => await dropMove(page, true),
    }),
    ...([-1, 1] as const).map((days) =>
      define({
        id: days < 0 ? 'timeline.shorter' : 'timeline.longer',
        title: days < 0 ? 'Shorten by a day' : 'Lengthen by a day',
        keys: [days < 0 ? 'shift+left' : 'shift+right'],
        isRepeatable: true,
        needs: 'create',
        when: () => canChange() && !isMoving() && targetBars(page.model).length > 0,
        run: async () => await resize(page, days),
      }),
    ),
  ]
}

function pickUp(page: TimelinePage): void {
  const ids = targetIds()
  const { queued } = pickBlocks(page.model, ids)
  const [focused] = page.view?.getVisibleRows() ?? []
  // Queued tasks begin at the first visible artist.
  const blockIds = queued.length > 0 ? queued.map(({ id }) => id) : ids
  const artists = queued.length > 0 ? (focused?.index ?? 0) : 0
  setMove({ blockIds, days: 0, artists, isFromQueue: queued.length > 0 })
  showMove(page)
  const getShown = () => page.view?.getOverlay().ghosts ?? []
  page.setWatch(watchHeld(page.model, { ids: blockIds, getShown, onNews: (kept) => continueMove(page, kept) }))
}

/** Continues after a change from elsewhere with the blocks that are left, on the same row. */
function continueMove(page: TimelinePage, kept: readonly BlockId[]): void {
  const { move } = timelineStore
  if (move === undefined) return
  if (kept.length === 0) return cancelMove(page)
  const artistId = page.view?.getOverlay().ghosts.find(({ id }) => kept.includes(id))?.assigneeId
  const rows = page.model.getArtists().length
  const shifts = Array.from({ length: 2 * rows + 1 }, (_, index) => index - rows)
  const isSame = (artists: number): boolean =>
    placeAll(page.model, kept, { ...move, artists })[0]?.assigneeId === artistId
  const artists = isSame(move.artists) ? move.artists : (shifts.find(isSame) ?? move.artists)
  if (artists === move.artists && kept.length === move.blockIds.length) return
  setMove({ ...move, blockIds: kept, artists })
  showMove(page)
}

/** Moves what was picked up by a day or an artist. */
export function shiftMove(page: TimelinePage, direction: Direction): void {
  const { move } = timelineStore
  if (move === undefined) return
  const days = move.days + (direction === 'right' ? 1 : direction === 'left' ? -1 : 0)
  const artists = findNextRow(page, move, direction === 'down' ? 1 : direction === 'up' ? -1 : 0)
  if (days === move.days && artists === move.artists) return
  setMove({ ...move, days, artists })
  showMove(page)
}

/**
 * Returns the next row that changes the artist: rows of people who have left are skipped, and presses at the end of the
 * list do not count.
 */
function findNextRow({ model }: TimelinePage, move: MoveMode, step: number): number {
  const artistAt = (artists: number) => placeAll(model, move.blockIds, { ...move, artists })[0]?.assigneeId
  const before = artistAt(move.artists)
  const rowCount = model.getArtists().length
  for (let ahead = 1; step !== 0 && ahead <= rowCount; ahead += 1) {
    const artists = move.artists + step * ahead
    if (artistAt(artists) !== before) return artists
  }
  return move.artists
}

/** Shows and announces where everything would land. */
export function showMove(page: TimelinePage): void {
  const { model, view } = page
  const { move } = timelineStore
  if (move === undefined) return
  const placed = placeAll(model, move.blockIds, move)
  view?.setOverlay({ lifted: new Set(move.blockIds), ghosts: placed, stretched: undefined })
  const [first] = placed
  if (first === undefined) return
  const layout = model.getLayout()
  const row = layout.rowOfArtist.get(first.assigneeId)
  const { title, stage } = model.describe(first)
  announce(
    `Moving ${title} ${stage}${moreOf(placed)}: ${row?.artist.displayName ?? ''}, ${formatDay(first.startDate)}, ${formatDuration(first.durationDays)}. Enter drops, Escape cancels.`,
  )
  if (row === undefined) return
  const x = toDayIndex(first.startDate, layout.today) * layout.dayWidth
  view?.scrollTo({ x, y: row.y, width: first.durationDays * layout.dayWidth, height: row.height })
  showCard(page)
}

/** Places the card of a move under the first outline, wherever that is now. */
export function showCard({ model, view }: TimelinePage): void {
  const { move } = timelineStore
  const placed = move === undefined ? [] : placeAll(model, move.blockIds, move)
  const [first] = placed
  const layout = model.getLayout()
  const row = first && layout.rowOfArtist.get(first.assigneeId)
  if (first === undefined || row === undefined || view === undefined) return
  const { title, stage } = model.describe(first)
  const line = Math.min(row.y + row.height, row.y + (first.rowIndex + 1) * (layout.barHeight + 5))
  const place = `${row.artist.displayName} · ${formatDay(first.startDate)} · Enter drops, Esc cancels`
  const x = toDayIndex(first.startDate, layout.today) * layout.dayWidth
  showPreview(`${title} ${stage}${moreOf(placed)}`, place, view.toWindow(x, line))
}

function moreOf(placed: readonly unknown[]): string {
  return placed.length > 1 ? ` and ${placed.length - 1} more` : ''
}

function endMoveWatch({ view, setWatch }: TimelinePage): void {
  setWatch(undefined)
  setMove(undefined)
  view?.setOverlay(emptyOverlay)
  hidePreview()
}

/** Leaves move mode with everything where it was. */
export function cancelMove(page: TimelinePage): void {
  endMoveWatch(page)
  announce('Move cancelled')
}

async function dropMove(page: TimelinePage, isCopy: boolean): Promise<CommandOutcome> {
  const { move } = timelineStore
  if (move === undefined) return undefined
  const placed = placeAll(page.model, move.blockIds, move)
  endMoveWatch(page)
  return await place(page, placed, isCopy && !move.isFromQueue)
}

async function dropPointer(page: TimelinePage): Promise<CommandOutcome> {
  const { drop } = page
  page.setDrop(undefined)
  if (drop === undefined) return undefined
  if (drop.kind === 'queue') return await removeBlocks(page, drop.ids)
  return await place(page, drop.blocks, drop.isCopy)
}

async function place(
  page: TimelinePage,
  placed: ReturnType<typeof placeAll>,
  isCopy: boolean,
): Promise<CommandOutcome> {
  if (placed.length === 0) return ok(undefined)
  // A copy lies beside its original, which keeps its line.
  const settled = isCopy ? settleOnBoard(page.model, copyBlocks(page, placed)) : placed
  const wasQueued = placed.some(({ id }) => page.model.timeline.findBlock(id)?.startDate === undefined)
  const label = isCopy ? 'Duplicate on the timeline' : wasQueued ? 'Schedule' : 'Move on the timeline'
  const doneText = placed.length < 2 ? undefined : `${countTasks(placed.length)} ${isCopy ? 'duplicated' : 'moved'}`
  const { focus } = timelineStore
  const outcome = await putBlocks(page, settled, { label, doneText })
  const [first] = settled
  if (first !== undefined) {
    // Somebody who has focused another bar meanwhile stays there.
    if (timelineStore.focus === undefined || timelineStore.focus === focus) {
      focusBlock(first.id)
      selectBlocks(settled.length > 1 ? settled.map(({ id }) => id) : [])
    }
    const artist = page.model.getLayout().rowOfArtist.get(first.assigneeId)?.artist.displayName ?? ''
    announce(`${page.model.describe(first).title}: ${artist}, ${formatDay(first.startDate)}`)
  }
  return outcome
}

async function resize(page: TimelinePage, days: 1 | -1): Promise<CommandOutcome> {
  const { model } = page
  const blocks = targetBars(model).map((block) => ({
    ...block,
    durationDays: durationOnRelease(block.durationDays + days),
  }))
  const [first] = blocks
  if (first !== undefined) announce(`${model.describe(first).title}: ${formatDuration(first.durationDays)}`)
  return await putBlocks(page, settleOnBoard(model, blocks), { label: 'Resize on the timeline' })
}
