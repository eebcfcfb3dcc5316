import { renderHook } from '@testing-library/react'
import type { DragEvent } from 'react'
import { afterEach, expect, test } from 'vitest'
import { defineCommand } from '#app/commands/define-command.ts'
import { registry } from '#app/commands/registry.ts'
import { projectIconOf } from '#core/studios/palette.ts'
import type { CardData } from './card-data.ts'
import { endMove } from './deck-store.ts'
import { useCardDrag } from './use-card-drag.ts'

afterEach(endMove)

function aCard(id: string): CardData {
  const nothing = { detail: undefined, thumbnailMediaId: undefined, stats: [], people: [], progress: [] }
  return { ...nothing, id, name: id, to: `/${id}`, isActive: true, color: '#808080', icon: projectIconOf(id) }
}

/** The fields that the handlers read. */
function over(id: string): DragEvent {
  const target = document.createElement('li')
  target.dataset['card'] = id
  return { target, preventDefault: () => {}, dataTransfer: { setData: () => {} } } as unknown as DragEvent
}

test('a card dropped before the page has redrawn lands at the pointer', () => {
  const moved: (readonly string[])[] = []
  const move = defineCommand({
    id: 'test.move',
    title: 'Move',
    group: 'General',
    scope: 'global',
    args: [
      { id: 'card', placeholder: 'Card', options: () => [] },
      { id: 'place', placeholder: 'Place', options: () => [] },
    ],
    run: (_, args) => void moved.push(args),
  })
  const forget = registry.register([move])
  const cards = ['two', 'one', 'zero'].map(aCard)
  const movableIds = cards.map(({ id }) => id)
  const { result } = renderHook(() => useCardDrag({ cards, movableIds, moveCommand: 'test.move' }))
  const asDrawnFirst = result.current

  asDrawnFirst.onDragStart(over('one'), 'one')
  asDrawnFirst.onDragOver(over('two'))
  asDrawnFirst.onDrop(over('two'))
  forget()

  expect(moved).toEqual([['one', '0']])
})
