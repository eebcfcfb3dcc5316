import * as v from 'valibot'
import { AppError } from '#core/lib/errors.ts'
import type { CollectionId } from '#core/lib/ids.ts'
import { messages } from '#core/lib/messages.ts'
import { defineMutator, toMutation, type Mutator, type Plan } from './define-mutator.ts'
import { isSamePlace, placeFields, placeOf, type OrderedTableName, type Place, type PlaceChange } from './place.ts'
import { id, oneTable, text } from './shapes.ts'

type SetPlaces = {
  readonly table: OrderedTableName
  readonly changes: readonly PlaceChange[]
  readonly label?: string | undefined
}

const place = v.object({ rank: v.optional(text), collectionId: v.optional(id<CollectionId>()) })

/** Reorders rows; rows that somebody else has moved stay where they are. */
export const setPlaces: Mutator<'set-places', SetPlaces> = defineMutator({
  kind: 'set-places',
  args: v.object({
    table: oneTable(['collections', 'items', 'projects', 'spaces']),
    changes: v.array(v.object({ key: text, to: place, expected: v.optional(place) })),
    label: v.optional(text),
  }) as v.GenericSchema<unknown, SetPlaces>,
  label: ({ label = 'Move' }) => label,
  // A collection being created or deleted goes first.
  about: ({ changes }) => [...new Set(changes.flatMap(({ to }) => to.collectionId ?? []))],

  plan(rows, args): Plan<SetPlaces> {
    let conflictCount = 0
    const changes = args.changes.filter(({ key, to, expected }) => {
      const row = rows.find(args.table, key)
      if (row === undefined) return false
      const from = placeOf(args.table, row)
      if (isSamePlace(to, from)) return false
      if (expected === undefined || isSamePlace(expected, from)) return true
      conflictCount += 1
      return false
    })
    if (changes.length === 0) return { refusal: conflictCount > 0 ? 'changed-by-someone-else' : 'not-found' }
    return { args: { ...args, changes }, changedCount: changes.length, conflictCount }
  },

  apply(tx, { table, changes }) {
    const there = changes.filter(({ key }) => tx.find(table, key) !== undefined)
    if (there.length === 0) throw new AppError('not-found', messages['not-found'])
    for (const { key, to, expected } of there) {
      const row = tx.find(table, key)
      if (row === undefined || (expected !== undefined && !isSamePlace(expected, placeOf(table, row)))) continue
      if (tx.isServer && to.collectionId !== undefined && tx.find('collections', to.collectionId) === undefined) {
        throw new AppError('invalid-input', messages['invalid-input'])
      }
      tx.set({ table }, [key], placeFields(table, to))
    }
  },

  invert: (rows, { table, changes, label }) => [
    toMutation(setPlaces, {
      table,
      label,
      changes: changes.flatMap(({ key, to }) => {
        const row = rows.find(table, key)
        if (row === undefined) return []
        const from = placeOf(table, row)
        return [{ key, to: from, expected: { ...from, ...to } satisfies Place }]
      }),
    }),
  ],

  send({ table, changes }) {
    const moves = changes.some(({ to }) => to.collectionId !== undefined)
    const expects = changes.some(({ expected }) => expected !== undefined)
    const expectsCollection = changes.some(({ expected }) => expected?.collectionId !== undefined)
    return {
      procedure: 'set_order_ranks',
      args: {
        p_table: table,
        p_ids: changes.map(({ key }) => key),
        // As text, which the database reads as the same decimal.
        p_ranks: changes.map(({ to }) => to.rank ?? null),
        p_collection_ids: moves ? changes.map(({ to }) => to.collectionId ?? null) : null,
        p_expected_ranks: expects ? changes.map(({ expected }) => expected?.rank ?? null) : null,
        p_expected_collection_ids: expectsCollection
          ? changes.map(({ expected }) => expected?.collectionId ?? null)
          : null,
      },
    }
  },
})
