import type { Rows } from '#core/schema/tables.ts'
import type { CollectionId } from '#core/lib/ids.ts'
import type { OrderRank } from '#core/lib/order-rank.ts'

/** Tables whose rows people can reorder. */
export type OrderedTableName = 'collections' | 'items' | 'projects' | 'spaces'

/** A row's place: its rank and, for an item, its collection. A project without a rank is ordered by age. */
export type Place = { readonly rank: OrderRank | undefined; readonly collectionId?: CollectionId }

/** A new place for a row, applied only if it is still at the expected one. */
export type PlaceChange = { readonly key: string; readonly to: Place; readonly expected?: Place }

// Projects and spaces use whole numbers, in integer columns.
const rankFields = {
  collections: 'orderRank',
  items: 'orderRank',
  projects: 'displayOrder',
  spaces: 'position',
} as const

/** Returns a row's current place. */
export function placeOf(table: OrderedTableName, row: object): Place {
  const fields: Readonly<Record<string, unknown>> = { ...row }
  const rank = fields[rankFields[table]]
  return {
    rank: typeof rank === 'number' ? String(rank) : typeof rank === 'string' ? rank : undefined,
    // Only items carry this field, and there it is a collection's id.
    ...(table === 'items' ? { collectionId: fields['collectionId'] as CollectionId } : {}),
  }
}

/** Returns the fields that put a row of a table at a place. */
export function placeFields<Name extends OrderedTableName>(
  table: Name,
  { rank, collectionId }: Place,
): Partial<Rows[Name]> {
  const field = rankFields[table]
  const isWhole = field !== 'orderRank' && rank !== undefined
  const fields = {
    [field]: isWhole ? Number(rank) : rank,
    ...(collectionId === undefined ? {} : { collectionId }),
  }
  // `rankFields` names a field of each table.
  return fields as Partial<Rows[Name]>
}

/** Tells whether two places are equal; a place without a collection matches any collection. */
export function isSamePlace(first: Place, second: Place): boolean {
  const areRanksSame = (first.rank === undefined) === (second.rank === undefined)
  return (
    areRanksSame &&
    (first.rank === undefined || Number(first.rank) === Number(second.rank)) &&
    (first.collectionId === undefined ||
      second.collectionId === undefined ||
      first.collectionId === second.collectionId)
  )
}
