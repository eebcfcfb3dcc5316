import { todayIndex } from '#core/timeline/window.ts'
import { isOnDays, type ArtistRow, type Bar, type BoardLayout } from './lay-out-board.ts'

export type Direction = 'left' | 'right' | 'up' | 'down'

/**
 * Finds the bar an arrow key leads to: the next one of the same artist by day, or the nearest one of the next line or
 * artist that has any. None at the ends, and none outside the days shown.
 */
export function findNextBar(layout: BoardLayout, from: Bar, direction: Direction): Bar | undefined {
  const row = layout.rowOfArtist.get(from.block.assigneeId)
  if (row === undefined) return undefined
  const shownOf = ({ bars }: ArtistRow): readonly Bar[] => bars.filter((bar) => isOnDays(layout, bar))
  if (direction === 'left' || direction === 'right') {
    const isBefore = (a: Bar, b: Bar): boolean => (a.x - b.x || a.y - b.y) < 0
    const ordered = shownOf(row).toSorted((a, b) => a.x - b.x || a.y - b.y)
    return direction === 'right'
      ? ordered.find((bar) => isBefore(from, bar))
      : ordered.findLast((bar) => isBefore(bar, from))
  }
  const step = direction === 'down' ? 1 : -1
  const within = shownOf(row).filter((bar) => (direction === 'down' ? bar.y > from.y : bar.y < from.y))
  const line = nearestLine(within, from, step)
  if (line !== undefined) return line
  for (let index = row.index + step; index >= 0 && index < layout.rows.length; index += step) {
    const next = layout.rows[index]
    const found = next && nearestLine(shownOf(next), from, step)
    if (found !== undefined) return found
  }
  return undefined
}

/** Finds the bar nearest in time on the first line. */
function nearestLine(bars: readonly Bar[], from: Bar, step: number): Bar | undefined {
  if (bars.length === 0) return undefined
  const y = step > 0 ? Math.min(...bars.map((bar) => bar.y)) : Math.max(...bars.map((bar) => bar.y))
  return bars.filter((bar) => bar.y === y).toSorted((a, b) => distance(a, from) - distance(b, from))[0]
}

function distance(bar: Bar, from: Bar): number {
  return Math.abs(bar.x + bar.width / 2 - (from.x + from.width / 2))
}

/** Finds where the focus begins: the first bar from today on, in the first of these rows that has one. */
export function findFirstBar(layout: BoardLayout, rows = layout.rows): Bar | undefined {
  const todayX = todayIndex * layout.dayWidth
  for (const row of rows) {
    const bars = row.bars.filter((bar) => isOnDays(layout, bar))
    const bar = bars.find(({ x, width }) => x + width > todayX) ?? bars.at(-1)
    if (bar !== undefined) return bar
  }
  return undefined
}
