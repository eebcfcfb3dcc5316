import { expect, test } from 'vitest'
import { timelineDayCount, todayIndex } from '#core/timeline/window.ts'
import { newId, type BlockId, type UserId } from '#core/lib/ids.ts'
import type { ArtistRow, Bar, BoardLayout } from './lay-out-board.ts'
import { findFirstBar, findNextBar } from './next-bar.ts'

const dayWidth = 100

/** A board of one line per artist, with bars one day long. */
function layOut(...daysOfArtists: readonly (readonly number[])[]): BoardLayout {
  const rows = daysOfArtists.map((days, index): ArtistRow => {
    const userId = newId<UserId>()
    const bars = days.map((day): Partial<Bar> => ({
      id: newId<BlockId>(),
      // Only the assignee matters here.
      block: { assigneeId: userId } as Bar['block'],
      x: day * dayWidth + 2,
      y: index * 45,
      width: dayWidth - 4,
    }))
    return { artist: { userId }, index, bars } as unknown as ArtistRow
  })
  const rowOfArtist = new Map(rows.map((row) => [row.artist.userId, row]))
  return { rows, rowOfArtist, dayWidth } as unknown as BoardLayout
}

const barAt = (layout: BoardLayout, row: number, at: number): Bar => {
  const bar = layout.rows[row]?.bars[at]
  if (bar === undefined) throw new Error('There is no such bar')
  return bar
}

test('an arrow key leads to the neighbour in time, and to the nearest bar of the next artist who has any', () => {
  const layout = layOut([90, 92], [], [80, 91])
  const first = barAt(layout, 0, 0)

  expect(findNextBar(layout, first, 'right')).toBe(barAt(layout, 0, 1))
  expect(findNextBar(layout, first, 'left')).toBeUndefined()
  expect(findNextBar(layout, first, 'down')).toBe(barAt(layout, 2, 1))
  expect(findNextBar(layout, barAt(layout, 2, 0), 'up')).toBe(first)
})

test('no arrow key leads to a bar outside the days shown, and from such a bar it leads back', () => {
  const layout = layOut([-5, 90, timelineDayCount + 30], [timelineDayCount + 30])
  const shown = barAt(layout, 0, 1)

  expect(findNextBar(layout, shown, 'left')).toBeUndefined()
  expect(findNextBar(layout, shown, 'right')).toBeUndefined()
  expect(findNextBar(layout, shown, 'down')).toBeUndefined()
  expect(findNextBar(layout, barAt(layout, 0, 2), 'left')).toBe(shown)
  expect(findNextBar(layout, barAt(layout, 1, 0), 'up')).toBe(shown)
})

test('the focus begins at the first bar from today on, within the days shown', () => {
  const layout = layOut([timelineDayCount + 30], [todayIndex - 3, todayIndex + 2])

  expect(findFirstBar(layout)).toBe(barAt(layout, 1, 1))
})
