import type { Context } from '#cli/context.ts'
import { exitCodes, type ExitCode } from '#cli/exit-code.ts'
import { itemFields, loadItemRecords, type ItemFilterOptions } from './load-item-records.ts'

export type ItemListOptions = ItemFilterOptions

export async function runItemList(options: ItemListOptions, context: Context): Promise<ExitCode> {
  const rows = await loadItemRecords(options, context)
  // Most spaces have no cut: what nothing stands in takes no room.
  const frames = (['frameIn', 'frameOut'] as const).filter((field) => rows.some((row) => row[field] !== null))
  context.print({ rows, fields: itemFields, columns: ['path', 'name', ...frames, 'description', 'tasks'] })
  return rows.length === 0 ? exitCodes.nothingMatched : exitCodes.done
}
