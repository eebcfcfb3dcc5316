import { tellChange } from '#cli/change/tell-change.ts'
import type { Context } from '#cli/context.ts'
import { findItemRecord, type ItemRecord } from './load-item-records.ts'

const shown = ['id', 'path', 'name'] as const

/** What people read of an item that was changed. */
export const shownOfChange = [...shown, 'operation'] as const

type ChangedItem = {
  /** As it was. */
  readonly item: ItemRecord
  readonly operation: string | null
  /** What else people read of it. */
  readonly field?: 'collection' | 'kind'
}

/** Says what became of an item, as it is now, and how to take it back; JSON has all that `item show` has. */
export async function tellItem({ item, operation, field }: ChangedItem, context: Context): Promise<void> {
  const now = operation === null ? item : await findItemRecord({ item: item.id, space: item.spaceId }, context)
  const { spaceId: _, ...record } = now
  tellChange({ ...record, operation }, context, [...shown, ...(field === undefined ? [] : [field]), 'operation'])
}
