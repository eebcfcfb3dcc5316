import { expect, test } from 'vitest'
import { setItemFlag } from '#core/items/set-item-flag.ts'
import { openTestSpace, anId } from '../test/a-space.ts'
import type { ItemId } from '#core/lib/ids.ts'
import { countCards, makeBoard } from './board.ts'

test('the cards of an omitted item stay on the kanban and are not counted', async () => {
  const { opened, client } = await openTestSpace()
  const board = makeBoard(opened.model)
  const count = () => board.getColumns().map(({ cards }) => [cards.length, countCards(cards)])
  const before = count()

  const itemIds = [anId<ItemId>('i', 1)]
  await setItemFlag({ space: opened.model.space, itemIds, flag: 'isOmitted', isOn: true }, client)

  expect(before[0]).toEqual([7, 7])
  expect(count()[0]).toEqual([7, 4])
})
