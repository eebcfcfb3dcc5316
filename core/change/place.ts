import type { Rows } from '#core/schema/tables.ts'
import type { CollectionId } from '#core/lib/ids.ts'
import type { OrderRank } from '#core/lib/order-rank.ts'

/** Tables whose rows people put in order. */
export type OrderedTableName = 'collections' | 'items' | 'projects' | 'spaces'

/** Where a row stands: its rank, and for an item its collection. Without a rank a project stands where its age puts it. */
export type Place = { readonly rank: OrderRank | undefined; readonly collectionId?: CollectionId }

/** A new place for a row, only where it still stands at the expected one. */
export type PlaceChange = { readonly key: string; readonly to: Place; readonly expected?: Place }

// Projects and spaces count in whole numbers, which the database holds as such.
const rankFields = {
  collections: 'orderRank',
  items: 'orderRank',
  projects: 'displayOrder',
  spaces: 'position',
} as const

/** Where a row stands now. */
export function placeOf(table: OrderedTableName, row: object): Place {
  const fields: Readonly<Record<string, unknown>> = { ...row }
  const rank = fields[rankFields[table]]
  return {
    rank: typeof rank === 'number' ? String(rank) : typeof rank === 'string' ? rank : undefined,
    // Only items carry this field, and there it is a collection's id.
    ...(table === 'items' ? { collectionId: fields['collectionId'] as CollectionId } : {}),
  }
}

/** The fields that put a row of a table at a place. */
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
  // `rankFields` names each table's own field.
  return fields as Partial<Rows[Name]>
}

/** Whether two places are one; a place without a collection says nothing of it. */
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
