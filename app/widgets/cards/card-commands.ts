import { defineWith } from '#app/commands/define-command.ts'
import { deckStore, endMove, findDeck, findFocusedId, focusCard, peekCard, startMove } from './deck-store.ts'
import { stepPlace, type Direction } from './place-card.ts'

const define = defineWith({ group: 'Cards', scope: 'list' })
const hasCards = (): boolean => findFocusedId() !== undefined

/** Commands that move through the cards of a page, open one and change its place. */
export const cardCommands = [
  ...steps('left', 'Card to the left', ['left', 'h']),
  ...steps('right', 'Card to the right', ['right', 'l']),
  ...steps('up', 'Card above', ['up', 'k']),
  ...steps('down', 'Card below', ['down', 'j']),
  ...steps('first', 'First card', ['home']),
  ...steps('last', 'Last card', ['end']),
  define({
    id: 'card.open',
    title: 'Open',
    keys: ['enter'],
    isKeyOnly: true,
    when: hasCards,
    run: () => (deckStore.moving === undefined ? open() : drop()),
  }),
  define({
    id: 'card.peek',
    title: 'Show the details',
    keys: ['space'],
    isKeyOnly: true,
    when: () => hasCards() && deckStore.moving === undefined,
    run: () => peekCard(findFocusedId()),
  }),
  define({
    id: 'card.move',
    title: 'Move to another place',
    keys: ['m'],
    keywords: ['order', 'sort', 'reorder'],
    when: () => deckStore.moving === undefined && placeOf(findFocusedId()) < (findDeck()?.countMovable() ?? 0),
    run: () => {
      const id = findFocusedId()
      if (id !== undefined) startMove(id, placeOf(id))
    },
  }),
]

function steps(direction: Direction, title: string, keys: readonly string[]) {
  return [
    define({
      id: `card.${direction}`,
      title,
      keys,
      isKeyOnly: true,
      isRepeatable: true,
      when: hasCards,
      run: () => step(direction),
    }),
  ]
}

function placeOf(id: string | undefined): number {
  const place = id === undefined ? -1 : (findDeck()?.getIds().indexOf(id) ?? -1)
  return place < 0 ? Number.MAX_SAFE_INTEGER : place
}

function step(direction: Direction): void {
  const deck = findDeck()
  const id = findFocusedId()
  if (deck === undefined || id === undefined) return
  const { moving } = deckStore
  const columns = Math.max(1, deck.countColumns())
  if (moving !== undefined) {
    startMove(moving.id, stepPlace(moving.index, direction, { count: deck.countMovable(), columns }))
    return
  }
  const ids = deck.getIds()
  // The first key of a visit focuses the first card rather than the one after it.
  const isFresh = deckStore.focusedId === undefined
  const next = isFresh ? id : ids[stepPlace(ids.indexOf(id), direction, { count: ids.length, columns })]
  if (next === undefined) return
  focusCard(next)
  deck.focus(next)
}

function open(): void {
  const id = findFocusedId()
  if (id !== undefined) findDeck()?.open(id)
}

function drop(): void {
  const { moving } = deckStore
  endMove()
  if (moving !== undefined) findDeck()?.move(moving.id, moving.index)
}
