import type { Context } from '#cli/context.ts'
import { pickOne } from '#cli/select/pick.ts'
import { loadItemRecords, type ItemFilterOptions, type ItemRecord } from './load-item-records.ts'

export type ItemShowOptions = ItemFilterOptions & { readonly item: string }

/** Prints one item, named by name, slug, id or the end of its path. */
export async function runItemShow(options: ItemShowOptions, context: Context): Promise<void> {
  const records = await loadItemRecords(options, context)
  const wanted = options.item.toLowerCase()
  const isAtPath = ({ path }: ItemRecord): boolean => `/${path}`.toLowerCase().endsWith(`/${wanted}`)
  const atPath = wanted.includes('/') ? records.filter(isAtPath) : []
  const [only, second] = atPath
  context.printRecord(
    only !== undefined && second === undefined
      ? only
      : pickOne(atPath.length > 0 ? atPath : records, options.item, { one: 'item', many: 'items' }),
  )
}
