import { refuse, type ChangeContext, type Done } from '#core/change/context.ts'
import { insertRows } from '#core/change/row-mutators.ts'
import type { CollectionId } from '#core/lib/ids.ts'
import { rankAtEnd } from '#core/lib/order-rank.ts'
import type { Result } from '#core/lib/result.ts'
import type { SpaceReplica } from './space-replica.ts'

/** Creates a collection at the end of a space; undo deletes it. */
export async function createCollection(
  input: {
    readonly space: SpaceReplica
    readonly name: string
    /** Its episode; none where absent. */
    readonly episode?: string | undefined
    /** Generated unless given. */
    readonly id?: CollectionId
  },
  context: ChangeContext,
): Promise<Result<Done>> {
  const { space } = input
  const name = input.name.trim()
  if (name === '') return refuse('name-missing')
  const id = input.id ?? context.ids.newId<CollectionId>()
  const collections = space.getCollections()
  const episode = input.episode?.trim() ?? ''
  const row = { id, name, description: '', position: collections.length, orderRank: rankAtEnd(collections) }
  const rows = [{ ...row, ...(episode !== '' && { episode }), isDefault: false }]
  const extra = { space_id: space.spaceId }
  return await context.mutate(insertRows, { table: 'collections', rows, extra, label: 'Create collection' }, space)
}
