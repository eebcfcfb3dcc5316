import { printChange } from '#cli/change/print-change.ts'
import type { Context } from '#cli/context.ts'
import { findItemRecord, type ItemRecord } from './load-item-records.ts'

const shown = ['id', 'path', 'name'] as const

/** The columns of a changed item shown to people. */
export const shownOfChange = [...shown, 'operation'] as const

type ChangedItem = {
  /** The item before the change. */
  readonly item: ItemRecord
  readonly operation: string | null
  /** A further column shown to people. */
  readonly field?: 'collection' | 'kind'
}

/** Prints a changed item and how to undo it; JSON has the same fields as `item show`. */
export async function printItem({ item, operation, field }: ChangedItem, context: Context): Promise<void> {
  const now = operation === null ? item : await findItemRecord({ item: item.id, space: item.spaceId }, context)
  const { spaceId: _, ...record } = now
  printChange({ ...record, operation }, context, [...shown, ...(field === undefined ? [] : [field]), 'operation'])
}
