import type { ArtistRow, Bar, BoardLayout } from './lay-out-board.ts'

export type Direction = 'left' | 'right' | 'up' | 'down'

/**
 * The bar an arrow key leads to: the next one of the same artist by day, or the nearest one of the next line or artist
 * that has any. None at the ends.
 */
export function findNextBar(layout: BoardLayout, from: Bar, direction: Direction): Bar | undefined {
  const row = layout.rowOfArtist.get(from.block.assigneeId)
  if (row === undefined) return undefined
  if (direction === 'left' || direction === 'right') {
    const ordered = row.bars.toSorted((a, b) => a.x - b.x || a.y - b.y)
    return ordered[ordered.indexOf(from) + (direction === 'right' ? 1 : -1)]
  }
  const step = direction === 'down' ? 1 : -1
  const within = row.bars.filter((bar) => (direction === 'down' ? bar.y > from.y : bar.y < from.y))
  const line = nearestLine(within, from, step)
  if (line !== undefined) return line
  for (let index = row.index + step; index >= 0 && index < layout.rows.length; index += step) {
    const found = nearestLine(layout.rows[index]?.bars ?? [], from, step)
    if (found !== undefined) return found
  }
  return undefined
}

/** The bar nearest in time on the line that comes first. */
function nearestLine(bars: readonly Bar[], from: Bar, step: number): Bar | undefined {
  if (bars.length === 0) return undefined
  const y = step > 0 ? Math.min(...bars.map((bar) => bar.y)) : Math.max(...bars.map((bar) => bar.y))
  return bars.filter((bar) => bar.y === y).toSorted((a, b) => distance(a, from) - distance(b, from))[0]
}

function distance(bar: Bar, from: Bar): number {
  return Math.abs(bar.x + bar.width / 2 - (from.x + from.width / 2))
}

/** Where the focus begins: the first bar from today on in the first of these rows that has one. */
export function findFirstBar(rows: readonly ArtistRow[], todayX: number): Bar | undefined {
  for (const row of rows) {
    const bar = row.bars.find(({ x, width }) => x + width > todayX) ?? row.bars.at(-1)
    if (bar !== undefined) return bar
  }
  return undefined
}
