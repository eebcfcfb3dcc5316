import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  minOrderRankGap,
  orderRankStep,
  compareRanks,
  placeInOrder,
  rankAtEnd,
  rebalanceRanks,
  type Ranked,
} from './order-rank.ts'

type Move = { readonly id: number; readonly count: number; readonly to: number }
const moves: fc.Arbitrary<Move[]> = fc.array(
  fc.record({ id: fc.nat({ max: 40 }), count: fc.integer({ min: 1, max: 4 }), to: fc.nat({ max: 60 }) }),
  { maxLength: 120 },
)

function apply(ordered: readonly Ranked[], changes: readonly Ranked[]): Ranked[] {
  const ranks = new Map([...ordered, ...changes].map((entry) => [entry.id, entry.orderRank]))
  return [...ranks].map(([id, orderRank]) => ({ id, orderRank })).sort(compareRanks)
}

/** The same move on a plain list. */
function moveInList(list: readonly string[], ids: readonly string[], to: number): string[] {
  const stay = (part: readonly string[]) => part.filter((id) => !ids.includes(id))
  return [...stay(list.slice(0, to)), ...ids, ...stay(list.slice(to))]
}

test('any series of inserts and moves orders like a plain list, with no gap under the minimum', () => {
  fc.assert(
    fc.property(moves, (series) => {
      let ranked: Ranked[] = []
      let list: string[] = []
      for (const { id, count, to } of series) {
        const ids = Array.from({ length: count }, (_, index) => `item-${id + index}`)
        const index = Math.min(to, list.length)
        ranked = apply(ranked, placeInOrder(ranked, ids, index))
        list = moveInList(list, ids, index)
        expect(ranked.map((entry) => entry.id)).toEqual(list)
      }
      for (const [index, entry] of ranked.entries()) {
        const next = ranked[index + 1]
        if (next) expect(Number(next.orderRank) - Number(entry.orderRank)).toBeGreaterThan(minOrderRankGap - 1e-5)
      }
    }),
    { numRuns: 200 },
  )
})

test('writes one rank per placed entry while there is room', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 50 }), fc.nat({ max: 50 }), fc.nat({ max: 50 }), (size, from, to) => {
      const ordered = rebalanceRanks(Array.from({ length: size }, (_, index) => ({ id: `${index}`, orderRank: '' })))
      const id = `${from % size}`
      expect(placeInOrder(ordered, [id], to % (size + 1)).map((entry) => entry.id)).toEqual([id])
    }),
  )
})

test('rebalances below a gap of 0.2, not at it', () => {
  const neighbours = (second: string) => [
    { id: 'a', orderRank: '1000' },
    { id: 'b', orderRank: second },
  ]

  expect(placeInOrder(neighbours('1000.2'), ['new'], 1)).toEqual([{ id: 'new', orderRank: '1000.1' }])
  expect(placeInOrder(neighbours('1000.19'), ['new'], 1)).toEqual([
    { id: 'new', orderRank: '2000' },
    { id: 'b', orderRank: '3000' },
  ])
  expect(placeInOrder(neighbours('1000'), ['new'], 1)).toHaveLength(2)
})

test('starts at 1000 and steps by 1000', () => {
  expect([orderRankStep, minOrderRankGap]).toEqual([1000, 0.1])
  expect(rankAtEnd([])).toBe('1000')
  expect(rankAtEnd([{ id: 'a', orderRank: '1500.5' }])).toBe('2500.5')
  expect(placeInOrder([], ['a', 'b'], 0).map((entry) => entry.orderRank)).toEqual(['1000', '2000'])
  expect(placeInOrder([{ id: 'a', orderRank: '1000' }], ['b'], 0)).toEqual([{ id: 'b', orderRank: '0' }])
})

test('rebalancing keeps the order and is stable', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.double({ noNaN: true, min: -1e9, max: 1e9 }), { maxLength: 40 }), (ranks) => {
      const ordered = ranks.map((rank, index) => ({ id: `${index}`, orderRank: `${rank}` })).sort(compareRanks)
      const once = rebalanceRanks(ordered)
      expect([...once].sort(compareRanks).map((entry) => entry.id)).toEqual(ordered.map((entry) => entry.id))
      expect(rebalanceRanks(once)).toEqual(once)
    }),
  )
})

test('compares ranks as numbers, and equal ones by id', () => {
  const ids = [
    { id: 'c', orderRank: '1000.0' },
    { id: 'b', orderRank: '900' },
    { id: 'a', orderRank: '1000' },
  ].sort(compareRanks)

  expect(ids.map((entry) => entry.id)).toEqual(['b', 'a', 'c'])
})
