import {
  isSamePlace,
  placeFields,
  placeOf,
  type OrderedTableName,
  type Place,
  type PlaceChange,
} from '../domain/place.ts'
import type { StudioId } from '../lib/ids.ts'
import type { Result } from '../lib/result.ts'
import { setRows } from '../sync/patches.ts'
import type { Replica } from '../sync/replica.ts'
import { carryOut, refuse, type Done, type OperationContext } from './carry-out.ts'

export type SetPlacesInput = {
  readonly studioId: StudioId
  readonly replica: Replica
  readonly table: OrderedTableName
  readonly label: string
  /** Rows that no longer stand at their expected place are left alone. */
  readonly changes: readonly PlaceChange[]
}

/** Puts rows in order in one write. Undo puts back those that nobody else moved since. */
export async function setPlaces(input: SetPlacesInput, context: OperationContext): Promise<Result<Done>> {
  const { studioId, replica, table, label } = input
  let conflictCount = 0
  const moves = input.changes.flatMap((change): readonly (PlaceChange & { from: Place })[] => {
    const row = replica.find(table, change.key)
    if (row === undefined) return []
    const from = placeOf(table, row)
    if (isSamePlace(change.to, from)) return []
    if (change.expected === undefined || isSamePlace(change.expected, from)) return [{ ...change, from }]
    conflictCount += 1
    return []
  })
  if (moves.length === 0) return refuse(conflictCount > 0 ? 'changed-by-someone-else' : 'not-found')
  const left = moves.map(({ key, to, from }) => ({ key, to: { ...from, ...to }, from }))
  const back = left.map(({ key, to, from }) => ({ key, to: from, expected: to }))
  const again = left.map(({ key, to, from }) => ({ key, to, expected: from }))
  return await carryOut(
    context,
    {
      studioId,
      label,
      mutation: { kind: 'set-places', table, changes: moves.map(({ from: _from, ...change }) => change) },
      patches: moves.map(({ key, to }) => setRows({ scope: replica.scope, table }, [key], placeFields(table, to))),
      // A collection that is new or on its way out goes first.
      about: [...new Set(moves.flatMap(({ to }) => to.collectionId ?? []))],
    },
    {
      changedCount: moves.length,
      conflictCount,
      revert: async () => await setPlaces({ ...input, changes: back }, context),
      apply: async () => await setPlaces({ ...input, changes: again }, context),
    },
  )
}
