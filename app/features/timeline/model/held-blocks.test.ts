import type { MemberRow } from '#core/schema/studio-members.ts'
import type { TaskBlockRow } from '#core/schema/task-blocks.ts'
import { beforeEach, expect, test } from 'vitest'
import { isScheduled } from '#core/timeline/layout.ts'
import { newId, toId, type BlockId, type RoleId, type TaskId, type UserId } from '#core/lib/ids.ts'
import { resetToasts, toastStore } from '#app/stores/toast-store.ts'
import { watchHeld } from './held-blocks.ts'

const [mira, noor] = [newId<UserId>(), newId<UserId>()]
const aBlock = (overrides: Partial<TaskBlockRow> = {}): TaskBlockRow => ({
  id: newId<BlockId>(),
  taskId: newId<TaskId>(),
  assigneeId: mira,
  startDate: '2026-11-23',
  durationDays: 1,
  rowIndex: 0,
  ...overrides,
})
const queued = { assigneeId: undefined, startDate: undefined }

/** Holds the blocks over Noor's row; `news` reports other people's changes. */
function hold(...blocks: readonly TaskBlockRow[]) {
  const rows = new Map(blocks.map((block) => [block.id, block]))
  const people = new Map([mira, noor].map((userId) => [userId, aMember(userId)]))
  const listeners = new Set<() => void>()
  const source = { subscribe: (listener: () => void) => (listeners.add(listener), () => listeners.delete(listener)) }
  const told: (readonly BlockId[])[] = []
  const model = {
    findBlock: (id: BlockId | undefined) => (id === undefined ? undefined : rows.get(id)),
    getMembers: () => [...people.values()],
    describe: () => ({ title: 'sh010', stage: 'Layout' }),
    timeline: { replica: source },
    studio: { replica: source },
  }
  const shown = blocks.filter(isScheduled).map((block) => ({ ...block, assigneeId: noor }))
  const stop = watchHeld(model, {
    ids: blocks.map(({ id }) => id),
    getShown: () => shown,
    onNews: (kept) => told.push(kept),
  })
  const news = (): void => listeners.forEach((listener) => listener())
  return { rows, people, told, stop, news }
}

function aMember(userId: UserId): MemberRow {
  const displayName = userId === mira ? 'Mira' : 'Noor'
  const unknown = { archivedAt: undefined, email: '', avatarUrl: undefined }
  return { ...unknown, userId, displayName, roleId: toId<RoleId>('member') }
}

const texts = () => toastStore.toasts.map(({ text }) => text)

beforeEach(() => resetToasts())

test('a move goes on when other things change, without blocks that are removed', () => {
  const [one, two] = [aBlock(), aBlock()]
  const { rows, told, news } = hold(one, two)

  news()
  rows.delete(one.id)
  news()
  news()

  expect(told).toEqual([[one.id, two.id], [two.id], [two.id]])
  expect(texts()).toEqual(['sh010 Layout has been removed, so its move was cancelled.'])
})

test('a move drops a block that returns to the queue or leaves it', () => {
  const [planned, waiting] = [aBlock(), aBlock(queued)]
  const first = hold(planned)
  first.rows.set(planned.id, { ...planned, ...queued })
  first.news()
  const second = hold(waiting)
  second.rows.set(waiting.id, { ...waiting, assigneeId: mira, startDate: '2026-11-24' })
  second.news()

  expect([...first.told, ...second.told]).toEqual([[], []])
  expect(texts()).toEqual([
    'sh010 Layout has gone back to the queue, so its move was cancelled.',
    'sh010 Layout has since been scheduled, so its move was cancelled.',
  ])
})

test('a move ends when the artist under its outline leaves the studio', () => {
  const { people, told, news } = hold(aBlock(), aBlock())

  people.delete(noor)
  news()

  expect(told).toEqual([[]])
  expect(texts()).toEqual(['Noor has left the studio, so the move was cancelled.'])
})

test('an artist that work moves away from may leave, and nothing is announced after the drop', () => {
  const block = aBlock()
  const { rows, people, told, news, stop } = hold(block)

  people.delete(mira)
  news()
  stop()
  rows.delete(block.id)
  news()

  expect(told).toEqual([[block.id]])
  expect(texts()).toEqual([])
})
