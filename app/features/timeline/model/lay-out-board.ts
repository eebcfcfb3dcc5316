import type { MemberRow } from '#core/schema/studio-members.ts'
import type { TimelineTaskRow } from '#core/schema/timeline-tasks.ts'
import { toDayNumber, type CalendarDate } from '#core/lib/calendar-date.ts'
import { packRows, type ScheduledBlock } from '#core/timeline/layout.ts'
import {
  artistRowHeight,
  timelineDayCount,
  timelineDayWidths,
  timelineRowHeights,
  todayIndex,
  type TimelineDensity,
} from '#core/timeline/window.ts'
import { describeTitle } from '#core/items/describe-title.ts'
import type { BlockId, StageId, TaskId, UserId } from '#core/lib/ids.ts'
import type { Zoom } from '../timeline-store.ts'
import type { ColorOf } from './color-keys.ts'

/** A bar, in pixels of the board below its headers and to the right of its names. */
export type Bar = {
  readonly id: BlockId
  readonly block: ScheduledBlock
  readonly task: TimelineTaskRow
  readonly x: number
  readonly y: number
  readonly width: number
  readonly title: string
  readonly isStruck: boolean
  readonly stage: string
  readonly color: string
  readonly isDimmed: boolean
}

/** An artist's row. Its bars are ordered by their left edges. */
export type ArtistRow = {
  readonly artist: MemberRow
  readonly index: number
  readonly y: number
  readonly height: number
  readonly bars: readonly Bar[]
  /** The width of the widest bar: how far left of the view a bar that extends into it can begin. */
  readonly widest: number
}

export type BoardLayout = {
  readonly rows: readonly ArtistRow[]
  readonly height: number
  readonly dayWidth: number
  readonly barHeight: number
  readonly today: CalendarDate
  /** The first day shown, as days since 1970-01-01. */
  readonly firstDay: number
  readonly rowOfArtist: ReadonlyMap<UserId, ArtistRow>
  readonly hasBars: boolean
  readonly findBar: (id: BlockId) => Bar | undefined
}

/** A block on its artist's row, before the day width and line height are known. */
type PackedBlock = {
  readonly block: ScheduledBlock
  readonly task: TimelineTaskRow
  readonly isDimmed: boolean
  readonly line: number
  /** Its first day, as days since 1970-01-01. */
  readonly day: number
}

type PackedRow = {
  readonly artist: MemberRow
  /** Ordered by their first days. */
  readonly blocks: readonly PackedBlock[]
  readonly lineCount: number
  readonly longestDays: number
}

/** The rows and lines of all blocks, the same at every zoom and density. */
export type PackedBoard = {
  readonly rows: readonly PackedRow[]
  /** The index of each block's row. */
  readonly rowOfBlock: ReadonlyMap<BlockId, number>
}

type PackInput = {
  readonly blocks: readonly ScheduledBlock[]
  readonly artists: readonly MemberRow[]
  readonly findTask: (id: TaskId) => TimelineTaskRow | undefined
  readonly passes: (task: TimelineTaskRow) => boolean
  readonly isHidingOthers: boolean
}

/** Packs a row per artist, with as many lines as its blocks need not to overlap. */
export function packBoard(input: PackInput): PackedBoard {
  const byArtist = groupByArtist(input.blocks)
  const rowOfBlock = new Map<BlockId, number>()
  const rows = input.artists.map((artist, index): PackedRow => {
    const shown = keepShown(byArtist.get(artist.userId) ?? [], input)
    const lines = packRows(shown.map(({ block }) => block))
    let lineCount = 1
    let longestDays = 0
    const blocks = shown.map((one): PackedBlock => {
      const { block } = one
      const line = lines.get(block.id) ?? 0
      lineCount = Math.max(lineCount, line + 1)
      longestDays = Math.max(longestDays, block.durationDays)
      rowOfBlock.set(block.id, index)
      return { ...one, line, day: toDayNumber(block.startDate) }
    })
    blocks.sort((a, b) => a.day - b.day)
    return { artist, blocks, lineCount, longestDays }
  })
  return { rows, rowOfBlock }
}

type Shown = Pick<PackedBlock, 'block' | 'task' | 'isDimmed'>

function keepShown(blocks: readonly ScheduledBlock[], input: PackInput): readonly Shown[] {
  const shown: Shown[] = []
  for (const block of blocks) {
    const task = input.findTask(block.taskId)
    if (task === undefined) continue
    const isDimmed = !input.passes(task)
    if (!isDimmed || !input.isHidingOthers) shown.push({ block, task, isDimmed })
  }
  return shown
}

function groupByArtist(blocks: readonly ScheduledBlock[]): ReadonlyMap<UserId, readonly ScheduledBlock[]> {
  const groups = new Map<UserId, ScheduledBlock[]>()
  for (const block of blocks) {
    const known = groups.get(block.assigneeId)
    if (known === undefined) groups.set(block.assigneeId, [block])
    else known.push(block)
  }
  return groups
}

type BoardLook = {
  readonly today: CalendarDate
  readonly zoom: Zoom
  readonly density: TimelineDensity
  readonly stageName: (id: StageId) => string
  readonly colorOf: ColorOf
}

/** Space between neighbouring bars. */
const gap = 4

/** Converts a packed board to pixels. A row's bars are made on demand: most are never visible. */
export function layOutBoard({ rows: packed, rowOfBlock }: PackedBoard, look: BoardLook): BoardLayout {
  const { today, zoom, density } = look
  const dayWidth = timelineDayWidths[zoom]
  const firstDay = toDayNumber(today) - todayIndex
  const rows: ArtistRow[] = []
  let y = 0
  for (const [index, row] of packed.entries()) {
    const height = artistRowHeight(row.lineCount, density)
    const place = { y, dayWidth, firstDay }
    let bars: readonly Bar[] | undefined
    rows.push({
      artist: row.artist,
      index,
      y,
      height,
      get bars() {
        return (bars ??= row.blocks.map((block) => toBar(block, look, place)))
      },
      widest: widthOf(row.longestDays, dayWidth),
    })
    y += height
  }
  return {
    rows,
    height: y,
    dayWidth,
    barHeight: timelineRowHeights[density].bar,
    today,
    firstDay,
    rowOfArtist: new Map(rows.map((row) => [row.artist.userId, row])),
    hasBars: rowOfBlock.size > 0,
    findBar: (id) => rows[rowOfBlock.get(id) ?? -1]?.bars.find((bar) => bar.id === id),
  }
}

type Place = { readonly y: number; readonly dayWidth: number; readonly firstDay: number }

function toBar({ block, task, isDimmed, line, day }: PackedBlock, look: BoardLook, place: Place): Bar {
  const { text, isStruck } = describeTitle(task.itemTitle, task)
  const { row: lineHeight, bar: barHeight } = timelineRowHeights[look.density]
  return {
    id: block.id,
    block,
    task,
    x: (day - place.firstDay) * place.dayWidth + gap / 2,
    y: place.y + line * lineHeight + (lineHeight - barHeight) / 2,
    width: widthOf(block.durationDays, place.dayWidth),
    title: text,
    isStruck,
    stage: look.stageName(task.stageId),
    color: look.colorOf(block, task),
    isDimmed,
  }
}

function widthOf(days: number, dayWidth: number): number {
  return Math.max(8, days * dayWidth - gap)
}

/** Whether at least part of a bar lies on the days shown. */
export function isOnDays({ dayWidth }: Pick<BoardLayout, 'dayWidth'>, { x, width }: Pick<Bar, 'x' | 'width'>): boolean {
  return x + width > 0 && x < timelineDayCount * dayWidth
}

/** Returns the rows that a vertical range of the board touches. */
export function rowsWithin(layout: BoardLayout, top: number, bottom: number): readonly ArtistRow[] {
  const { rows } = layout
  let low = 0
  let high = rows.length
  while (low < high) {
    const middle = (low + high) >> 1
    const row = rows[middle]
    if (row !== undefined && row.y + row.height <= top) low = middle + 1
    else high = middle
  }
  let end = low
  while (end < rows.length && (rows[end]?.y ?? Infinity) < bottom) end += 1
  return rows.slice(low, end)
}

/** Returns the bars of a row that a horizontal range of the board touches. */
export function barsWithin(row: ArtistRow, left: number, right: number): readonly Bar[] {
  const { bars, widest } = row
  let low = 0
  let high = bars.length
  const from = left - widest
  while (low < high) {
    const middle = (low + high) >> 1
    if ((bars[middle]?.x ?? 0) < from) low = middle + 1
    else high = middle
  }
  const found: Bar[] = []
  for (let at = low; at < bars.length; at += 1) {
    const bar = bars[at]
    if (bar === undefined || bar.x >= right) break
    if (bar.x + bar.width > left) found.push(bar)
  }
  return found
}
