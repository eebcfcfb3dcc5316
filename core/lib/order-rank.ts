/** A position in an order: a decimal number as text, as stored in `order_rank`. Compare with `compareRanks`. */
export type OrderRank = string

/** Something that is kept in order: an item in a collection, a collection in a space. */
export type Ranked<Id extends string = string> = { readonly id: Id; readonly orderRank: OrderRank }

/** The distance of a rank at either end from its neighbour, and the first rank of an empty order. */
export const orderRankStep = 1000

/** The smallest gap between neighbours that this module places. */
export const minOrderRankGap = 0.1

/** Orders by rank as numbers; equal ranks by id, so that every client shows the same order. */
export function compareRanks(first: Ranked, second: Ranked): number {
  return (
    Number(first.orderRank) - Number(second.orderRank) || (first.id < second.id ? -1 : Number(first.id > second.id))
  )
}

/** Returns the rank that puts something last. */
export function rankAtEnd(ordered: readonly Ranked[]): OrderRank {
  const last = ordered.at(-1)
  return toRank(last === undefined ? orderRankStep : Number(last.orderRank) + orderRankStep)
}

/** Returns the same order with fresh ranks: 1000, 2000, 3000, … */
export function rebalanceRanks<Id extends string>(ordered: readonly Ranked<Id>[]): readonly Ranked<Id>[] {
  return ordered.map(({ id }, index) => ({ id, orderRank: toRank((index + 1) * orderRankStep) }))
}

/**
 * Places entries, new or already in the order, side by side before the entry now at `index` (counted over the whole
 * order, moved ones included). Returns only the ranks to write: one per placed entry or, if the gap is too small (below
 * 0.2 for one entry), those of the whole rebalanced order that differ.
 */
export function placeInOrder<Id extends string>(
  ordered: readonly Ranked<Id>[],
  ids: readonly Id[],
  index: number,
): readonly Ranked<Id>[] {
  const placed = new Set(ids)
  const before = ordered.slice(0, Math.max(0, index)).filter((entry) => !placed.has(entry.id))
  const after = ordered.slice(Math.max(0, index)).filter((entry) => !placed.has(entry.id))
  const ranks = ranksBetween(before.at(-1), after[0], ids.length)
  if (ranks !== undefined) return ids.map((id, position) => ({ id, orderRank: ranks[position] ?? '' }))

  const next = [...before, ...ids.map((id) => ({ id, orderRank: '' })), ...after]
  const current = new Map(ordered.map((entry) => [entry.id, entry.orderRank]))
  return rebalanceRanks(next).filter((entry) => current.get(entry.id) !== entry.orderRank)
}

/** Returns `count` ascending ranks spread between two neighbours; undefined if the gap would be below the minimum. */
function ranksBetween(before: Ranked | undefined, after: Ranked | undefined, count: number): OrderRank[] | undefined {
  if (before !== undefined && after !== undefined) {
    const low = Number(before.orderRank)
    const gap = (Number(after.orderRank) - low) / (count + 1)
    // Rounding to six decimals may move a rank by half a millionth.
    return gap < minOrderRankGap ? undefined : spread(count, low, gap)
  }
  if (after !== undefined) return spread(count, Number(after.orderRank) - (count + 1) * orderRankStep, orderRankStep)
  return spread(count, before === undefined ? 0 : Number(before.orderRank), orderRankStep)
}

function spread(count: number, low: number, gap: number): OrderRank[] {
  return Array.from({ length: count }, (_, index) => toRank(low + (index + 1) * gap))
}

function toRank(value: number): OrderRank {
  return String(Math.round(value * 1e6) / 1e6)
}
