import type { MemberRow } from '#core/schema/studio-members.ts'
import type { TimelineTaskRow } from '#core/schema/timeline-tasks.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '#core/lib/calendar-date.ts'
import type { ScheduledBlock } from '#core/timeline/layout.ts'
import { newId, toId, type BlockId, type RoleId, type TaskId, type UserId } from '#core/lib/ids.ts'
import { barsWithin, layOutBoard, packBoard, rowsWithin, type BoardLayout } from './lay-out-board.ts'

const today = '2026-11-21'
const artists = Array.from({ length: 5 }, (_, index): MemberRow => ({
  userId: newId<UserId>(),
  roleId: toId<RoleId>('role'),
  archivedAt: undefined,
  displayName: `Artist ${index}`,
  email: '',
  avatarUrl: undefined,
}))
const task = { id: newId<TaskId>(), itemTitle: 'sh010', stageId: 'stage' } as unknown as TimelineTaskRow
const block = fc
  .record({
    day: fc.integer({ min: -80, max: 60 }),
    durationDays: fc.integer({ min: 1, max: 9 }),
    rowIndex: fc.nat({ max: 2 }),
    artist: fc.constantFrom(...artists),
  })
  .map(({ day, artist, ...rest }): ScheduledBlock => ({
    ...rest,
    id: newId<BlockId>(),
    taskId: task.id,
    assigneeId: artist.userId,
    startDate: addDays(today, day),
  }))
const layOut = (blocks: readonly ScheduledBlock[], density: 'compact' | 'expanded' = 'expanded'): BoardLayout =>
  layOutBoard(packBoard({ blocks, artists, findTask: () => task, passes: () => true, isHidingOthers: false }), {
    today,
    zoom: 'normal',
    density,
    stageName: () => 'Animation',
    colorOf: () => '#3b82f6',
  })

test('no two bars overlap, every bar is in its artist’s row and none is lost', () => {
  fc.assert(
    fc.property(
      fc.array(block, { maxLength: 40 }),
      fc.constantFrom('compact' as const, 'expanded' as const),
      (blocks, density) => {
        const layout = layOut(blocks, density)
        const bars = layout.rows.flatMap((row) => row.bars)

        expect(new Set(bars.map(({ id }) => id))).toEqual(new Set(blocks.map(({ id }) => id)))
        for (const row of layout.rows) {
          for (const bar of row.bars) {
            expect(bar.y).toBeGreaterThanOrEqual(row.y)
            expect(bar.y + layout.barHeight).toBeLessThanOrEqual(row.y + row.height)
          }
        }
        for (const [index, first] of bars.entries()) {
          for (const second of bars.slice(index + 1)) {
            const isApart =
              first.x + first.width <= second.x ||
              second.x + second.width <= first.x ||
              Math.abs(first.y - second.y) >= layout.barHeight
            expect(isApart).toBe(true)
          }
        }
      },
    ),
  )
})

test('looking up visible bars finds the same ones as checking each of them', () => {
  fc.assert(
    fc.property(
      fc.array(block, { maxLength: 40 }),
      fc.record({ left: fc.nat({ max: 17_000 }), top: fc.nat({ max: 800 }) }),
      (blocks, { left, top }) => {
        const layout = layOut(blocks)
        const [right, bottom] = [left + 900, top + 300]
        const seen = rowsWithin(layout, top, bottom).flatMap((row) => barsWithin(row, left, right))
        const wanted = layout.rows
          .filter((row) => row.y < bottom && row.y + row.height > top)
          .flatMap((row) => row.bars.filter((bar) => bar.x < right && bar.x + bar.width > left))

        expect(seen.map(({ id }) => id)).toEqual(wanted.map(({ id }) => id))
      },
    ),
  )
})

test('a filter dims the bars it leaves out, or hides them', () => {
  const only: ScheduledBlock = {
    id: newId<BlockId>(),
    taskId: task.id,
    assigneeId: artists[0]?.userId ?? newId<UserId>(),
    startDate: today,
    durationDays: 1,
    rowIndex: 0,
  }
  const narrowed = (isHidingOthers: boolean) =>
    packBoard({ blocks: [only], artists, findTask: () => task, passes: () => false, isHidingOthers }).rows[0]?.blocks

  expect(narrowed(false)).toMatchObject([{ isDimmed: true }])
  expect(narrowed(true)).toEqual([])
})

test('a bar is found by its block, on the row of its artist', () => {
  fc.assert(
    fc.property(fc.array(block, { maxLength: 20 }), (blocks) => {
      const layout = layOut(blocks)

      for (const { id, assigneeId } of blocks) {
        const bar = layout.findBar(id)
        expect(bar?.id).toBe(id)
        expect(layout.rowOfArtist.get(assigneeId)?.bars).toContain(bar)
      }
      expect(layout.findBar(newId<BlockId>())).toBeUndefined()
    }),
  )
})
