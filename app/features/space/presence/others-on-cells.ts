import { parseCellKey, type CellKey } from '#core/lib/selection-range.ts'
import type { UserId } from '#core/lib/ids.ts'
import type { Presence } from '#core/people/presence.ts'
import type { GridLayout } from '#core/items/grid-layout.ts'
import type { RowPlaces } from '../model/row-places.ts'
import type { Person } from '../model/space-model.ts'

/** The people on each cell, each once. */
export type PeopleByCell = ReadonlyMap<CellKey, readonly Person[]>

/** Groups known people by the cell they are on; leaves out people on none. */
export function groupByCell(others: readonly Presence[], people: ReadonlyMap<UserId, Person>): PeopleByCell {
  const groups = new Map<CellKey, Person[]>()
  for (const { userId, cellKey } of others) {
    const person = people.get(userId)
    if (person === undefined || cellKey === undefined) continue
    const group = groups.get(cellKey) ?? []
    groups.set(cellKey, group)
    // Somebody with two windows on a cell counts once.
    if (!group.includes(person)) group.push(person)
  }
  return groups
}

/** Lists everybody who has the space open, each once, by name. */
export function listOthers(others: readonly Presence[], people: ReadonlyMap<UserId, Person>): readonly Person[] {
  const known = new Set(others.flatMap(({ userId }) => people.get(userId) ?? []))
  return [...known].sort((first, second) => first.name.localeCompare(second.name))
}

/** Where a mark lies in the body of the grid: pixels from its top, and the column counted from 1. */
export type Mark = {
  readonly key: CellKey
  readonly top: number
  readonly height: number
  readonly column: number
  readonly people: readonly Person[]
}

/** Places marks on shown cells; filtered and collapsed cells hide the people on them, too. */
export function placeMarks(
  groups: PeopleByCell,
  { findRow, order }: Pick<GridLayout, 'findRow' | 'order'>,
  { places, height }: { readonly places: Pick<RowPlaces, 'topOf'>; readonly height: number },
): readonly Mark[] {
  return [...groups].flatMap(([key, people]): Mark[] => {
    const { itemId, stageId } = parseCellKey(key)
    const row = findRow(itemId)
    const column = order.stageIds.indexOf(stageId)
    if (row === undefined || column < 0) return []
    return [{ key, top: places.topOf(row), height, column: column + 1, people }]
  })
}
