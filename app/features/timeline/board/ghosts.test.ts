import { expect, test } from 'vitest'
import type { ScheduledBlock } from '#core/timeline/layout.ts'
import { toId, type BlockId, type TaskId, type UserId } from '#core/lib/ids.ts'
import type { ArtistRow, BoardLayout } from '../model/lay-out-board.ts'
import { Ghosts } from './ghosts.ts'

const artist = toId<UserId>('artist')
const row = { y: 90, height: 90 } as unknown as ArtistRow
const layout = {
  rowOfArtist: new Map([[artist, row]]),
  dayWidth: 100,
  barHeight: 40,
  today: '2026-11-22',
} as unknown as BoardLayout
const view = { layout, left: 900, top: 30 }
const aBlock = (overrides: Partial<ScheduledBlock> = {}): ScheduledBlock => ({
  id: toId<BlockId>('block'),
  taskId: toId<TaskId>('task'),
  assigneeId: artist,
  startDate: '2026-11-24',
  durationDays: 2,
  rowIndex: 1,
  ...overrides,
})

function setUp() {
  const frame = document.createElement('div')
  const ghosts = new Ghosts(frame)
  const host = frame.firstElementChild
  if (!(host instanceof HTMLElement)) throw new Error('no board')
  return { frame, ghosts, host }
}

function styleOf(element: Element | undefined) {
  // The outlines' elements.
  const { transform, width, height } = (element as HTMLElement).style
  return { transform, width, height }
}

test('an outline lies on the day and line where its block would land, and follows it', () => {
  const { ghosts, host } = setUp()

  ghosts.show({ ...view, ghosts: [aBlock()] })
  const [first] = host.children
  expect(first?.textContent).toBe('2 d')
  expect(styleOf(first)).toMatchObject({ transform: 'translate(9202px, 137.5px)', width: '196px', height: '40px' })

  ghosts.show({ ...view, ghosts: [aBlock({ startDate: '2026-11-25', durationDays: 3, rowIndex: 0 })] })
  expect(host.children).toHaveLength(1)
  expect(host.children[0]).toBe(first)
  expect(styleOf(first)).toMatchObject({ transform: 'translate(9302px, 92.5px)', width: '296px' })
  expect(first?.textContent).toBe('3 d')
  expect(host.style.transform).toBe('translate(-900px, -30px)')
})

test('outlines of blocks that no longer move are removed, and an artist without a row gets none', () => {
  const { frame, ghosts, host } = setUp()

  ghosts.show({ ...view, ghosts: [aBlock(), aBlock({ assigneeId: toId<UserId>('nobody') }), aBlock()] })
  expect(host.children).toHaveLength(2)
  expect(frame.hidden).toBe(false)
  ghosts.show({ ...view, ghosts: [] })
  expect(host.children).toHaveLength(0)
  expect(frame.hidden).toBe(true)
})

test('on a line the row does not have yet, an outline is a slot at its lower edge, and covers no other row', () => {
  const { ghosts, host } = setUp()

  ghosts.show({ ...view, ghosts: [aBlock({ rowIndex: 2 })] })

  // The row ends at 180.
  expect(styleOf(host.children[0])).toMatchObject({ transform: 'translate(9202px, 172px)', height: '8px' })
  expect(host.children[0]?.textContent).toBe('')
})
