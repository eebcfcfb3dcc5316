import { afterEach, expect, test } from 'vitest'
import { newId, type BlockId } from '#core/lib/ids.ts'
import type { ArtistRow, Bar, BoardLayout } from '../model/lay-out-board.ts'
import type { TimelineModel } from '../model/timeline-model.ts'
import { focusBlock, leaveTimeline, selectBlocks, setTimelineView } from '../timeline-store.ts'
import { makeShownLinks } from './shown-links.ts'

afterEach(() => {
  leaveTimeline()
  setTimelineView({ areAllLinksShown: false })
})

const barOf = (itemId: string): Bar => ({ id: newId<BlockId>(), task: { itemId } }) as unknown as Bar

/** Opens items of two stages each, all on one row; an item's name says whether its link is broken. */
function openBoard(...itemIds: readonly string[]) {
  const bars = new Map(itemIds.map((itemId) => [itemId, [barOf(itemId), barOf(itemId)] as const]))
  const all = [...bars.values()].flat()
  const layout = { findBar: (id) => all.find((bar) => bar.id === id) } as BoardLayout
  let asked = 0
  const model = {
    getLayout: () => layout,
    getScheduled: () => all,
    getDependencies: (itemId: string) => {
      asked += 1
      const [from, to] = bars.get(itemId) ?? []
      return from && to ? [{ from, to, isBroken: itemId.startsWith('late') }] : []
    },
  } as unknown as TimelineModel
  const links = makeShownLinks(model)
  const row = { bars: all } as unknown as ArtistRow
  const read = () => links([row]).map(({ from, isFaint }) => [from.task.itemId, isFaint])
  return { read, countAsked: () => asked, first: (itemId: string) => bars.get(itemId)?.[0].id }
}

test('only focused and selected items show their dependencies', () => {
  const { read, first } = openBoard('a', 'b', 'c')
  expect(read()).toEqual([])

  focusBlock(first('b'))
  selectBlocks([first('c') ?? newId<BlockId>()])

  expect(read()).toEqual([
    ['b', false],
    ['c', false],
  ])
})

test('with all dependencies shown, broken, focused and selected ones stay strong', () => {
  const { read, first } = openBoard('a', 'late-b', 'c')
  setTimelineView({ areAllLinksShown: true })
  focusBlock(first('c'))

  expect(read()).toEqual([
    ['a', true],
    ['late-b', false],
    ['c', false],
  ])
})

test('dependencies are computed again only after a change', () => {
  const { read, countAsked } = openBoard('a', 'b')
  setTimelineView({ areAllLinksShown: true })
  read()
  const once = countAsked()
  read()

  expect(countAsked()).toBe(once)
})
