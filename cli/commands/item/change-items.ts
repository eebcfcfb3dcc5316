import type { Done } from '#core/change/context.ts'
import type { SpaceReplica } from '#core/items/space-replica.ts'
import { groupBy } from '#core/lib/collections.ts'
import type { ItemId } from '#core/lib/ids.ts'
import type { Result } from '#core/lib/result.ts'
import { confirmWrite } from '#cli/change/confirm-write.ts'
import { nothingMatched, usageError } from '#cli/cli-error.ts'
import type { Context } from '#cli/context.ts'
import { flag } from '#cli/define-verb.ts'
import { fieldColumns } from '#cli/select/field-cells.ts'
import { loadStudio } from '#cli/select/load-studio.ts'
import {
  findItemRecord,
  itemFields,
  loadItemRecords,
  type ItemFilterOptions,
  type ItemRecord,
} from './load-item-records.ts'
import { shownOfChange } from './print-item.ts'

export type ItemChangeOptions = ItemFilterOptions & { readonly item?: string; readonly dryRun?: boolean }

/** Flags that select several items to change. */
export const whichItems = [
  flag('--collection <name>', 'with --where: names or globs, separated by commas'),
  flag('--where <expression>', 'the items: frames > 100; all must match; repeatable', { as: 'list' }),
  flag('-n, --dry-run', 'show what would change and change nothing'),
]

/** Returns the named item, or those that match `--where`. */
export async function findItems(options: ItemChangeOptions, context: Context): Promise<readonly ItemRecord[]> {
  const { item, where } = options
  if (item !== undefined && where !== undefined) throw usageError('Name an item or pass --where, not both.')
  if (item !== undefined) return [await findItemRecord({ ...options, item }, context)]
  if (where === undefined) throw usageError('Which item?', 'Name one, or select with --where.')
  const records = await loadItemRecords(options, context)
  if (records.length === 0) throw nothingMatched('There is no such item.')
  return records
}

type Change = {
  readonly label: string
  /** Changes the given items of one space; returns which it changed, if any. */
  readonly change: (space: SpaceReplica, ids: readonly ItemId[]) => Promise<ChangedItems | undefined>
}

type ChangedItems = { readonly ids: readonly ItemId[]; readonly done: Result<Done> }

/** Changes items with one operation per space. Returns the operation of each changed item. */
export async function changeItems(
  items: readonly ItemRecord[],
  { label, change }: Change,
  context: Context,
): Promise<ReadonlyMap<string, string>> {
  const client = await context.openClient()
  const { studioId } = await loadStudio(client, context)
  const operations = new Map<string, string>()
  for (const [spaceId, records] of groupBy(items, (item) => item.spaceId)) {
    const space = await client.openSpace({ studioId, spaceId })
    const changed = await change(
      space,
      records.map(({ id }) => id),
    )
    if (changed === undefined) continue
    const operation = await confirmWrite({ label, studioId, done: changed.done }, context)
    for (const id of changed.ids) operations.set(id, operation)
  }
  return operations
}

/** Prints changed items and how to undo it; without operations, what would change. */
export function printItems(
  items: readonly ItemRecord[],
  operations: ReadonlyMap<string, string> | undefined,
  context: Context,
): void {
  const rows = items.map((item) => Object.assign({ operation: operations?.get(item.id) ?? null }, item))
  context.print({ rows, fields: [...itemFields, ...fieldColumns(rows), 'operation'], columns: shownOfChange })
  if (operations === undefined) return context.say('Nothing was changed.')
  const undos = [...new Set(operations.values())].map((id) => `studio-cli undo ${id}`)
  context.say(undos.length === 0 ? 'No change needed.' : `Undo with: ${undos.join(' and ')}`)
}
