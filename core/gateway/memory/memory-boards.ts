import type { Mutation } from '#core/domain/mutations.ts'
import type { Skipped, Transaction } from './memory-rows.ts'

/** Adds, changes and removes things on a board as the database does: by field, and only where as expected. */
export function changeBoard(
  { tables, rev }: Transaction,
  { ownerId, changes }: Extract<Mutation, { kind: 'change-board' }>,
): readonly Skipped[] {
  const place = { scope: `board:${ownerId}`, rev } as const
  for (const change of changes) {
    const id = change.kind === 'add' ? change.row.id : change.id
    const present = tables.find('canvas_items', id)
    if (change.kind === 'add') {
      if (present === undefined) tables.put('canvas_items', change.row, place)
    } else if (present !== undefined && change.kind === 'set') {
      const { fields, expected = {} } = change
      const values = new Map(Object.entries(present))
      const kept = Object.entries(fields).filter(
        ([field]) => !(field in expected) || values.get(field) === new Map(Object.entries(expected)).get(field),
      )
      tables.put('canvas_items', { ...present, ...Object.fromEntries(kept) }, place)
    } else if (present !== undefined && change.kind === 'remove') {
      const values = new Map(Object.entries(present))
      const isAsExpected = Object.entries(change.expected ?? {}).every(([field, value]) => values.get(field) === value)
      if (isAsExpected) tables.remove('canvas_items', id, rev)
    }
  }
  return []
}
