import { refuse, type Done, type ChangeContext } from '#core/change/context.ts'
import type { ItemId } from '#core/lib/ids.ts'
import type { Result } from '#core/lib/result.ts'
import type { SpaceReplica } from './space-replica.ts'
import { updateRows } from '#core/change/row-mutators.ts'

/** Renames an item; its address stays (ruling 10). */
export async function renameItem(
  input: { readonly space: SpaceReplica; readonly itemId: ItemId; readonly title: string },
  context: ChangeContext,
): Promise<Result<Done>> {
  const { space, itemId } = input
  const title = input.title.trim()
  if (title === '') return refuse('name-missing')
  const changes = [{ key: itemId, fields: { title } }]
  return await context.mutate(updateRows, { table: 'items', changes, label: 'Rename item' }, space)
}
