import type { ItemId } from '../lib/ids.ts'
import type { Result } from '../lib/result.ts'
import type { SpaceReplica } from '../sync/space-replica.ts'
import { refuse, type Done, type OperationContext } from './carry-out.ts'
import { setRowFields } from './set-row-fields.ts'

/** Gives an item another name; its address stays (ruling 10). */
export async function renameItem(
  input: { readonly space: SpaceReplica; readonly itemId: ItemId; readonly title: string },
  context: OperationContext,
): Promise<Result<Done>> {
  const { space, itemId } = input
  const title = input.title.trim()
  if (title === '') return refuse('name-missing')
  const { studioId, replica } = space
  const changes = [{ key: itemId, fields: { title } }]
  return await setRowFields({ studioId, replica, table: 'items', label: 'Rename item', changes }, context)
}
