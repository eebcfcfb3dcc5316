import type { Mutation } from '#core/domain/mutations.ts'
import { isSamePlace, placeFields, placeOf } from '#core/domain/place.ts'
import type { Rows } from '#core/domain/rows.ts'
import { AppError } from '#core/lib/errors.ts'
import { messages } from '#core/lib/messages.ts'
import type { Skipped, Transaction } from './memory-rows.ts'

/** Sets ranks and collections of rows that still stand where they are expected. */
export function setPlaces(
  { tables, rev }: Transaction,
  { table, changes }: Extract<Mutation, { kind: 'set-places' }>,
): readonly Skipped[] {
  let found = 0
  for (const { key, to, expected } of changes) {
    const row = tables.find(table, key)
    const scope = tables.findScope(table, key)
    if (row === undefined || scope === undefined) continue
    found += 1
    if (expected !== undefined && !isSamePlace(expected, placeOf(table, row))) continue
    if (to.collectionId !== undefined && tables.find('collections', to.collectionId) === undefined) {
      throw new AppError('invalid-input', messages['invalid-input'])
    }
    // The fields are those of the table's own rows.
    tables.put(table, { ...row, ...placeFields(table, to) } as Rows[typeof table], { scope, rev })
  }
  if (found === 0) throw new AppError('not-found', messages['not-found'])
  return []
}
