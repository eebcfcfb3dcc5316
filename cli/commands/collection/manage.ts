import type { CollectionRow } from '#core/domain/rows.ts'
import type { CollectionId } from '#core/lib/ids.ts'
import { createCollection } from '#core/operations/create-collection.ts'
import { deleteCollection } from '#core/operations/delete-collection.ts'
import { renameCollection } from '#core/operations/rename-collection.ts'
import type { StudioClient } from '#core/sync/make-client.ts'
import type { SpaceReplica } from '#core/sync/space-replica.ts'
import type { StudioReplica } from '#core/sync/studio-replica.ts'
import { settleWrite } from '#cli/change/carry-out-write.ts'
import { usageError } from '#cli/cli-error.ts'
import { tellChange } from '#cli/change/tell-change.ts'
import type { Context } from '#cli/context.ts'
import type { GlobalOptions } from '#cli/global-options.ts'
import { loadStudio } from '#cli/select/load-studio.ts'
import { listSpaces } from '#cli/select/load-tasks.ts'
import { pickOne } from '#cli/select/pick.ts'

export type CollectionOptions = Pick<GlobalOptions, 'project' | 'space'> & {
  readonly name?: string
  readonly which?: string
}

export async function runCollectionCreate(options: CollectionOptions, context: Context): Promise<void> {
  const { client, studio, space } = await open(options, context)
  const name = (options.name ?? '').trim()
  if (space.getCollections().some((each) => each.name.toLowerCase() === name.toLowerCase()))
    throw usageError(`There is a collection "${name}" already.`, 'Nothing was created.')
  const id = client.ids.newId<CollectionId>()
  const done = await createCollection({ studio, space, name, id }, client)
  const operation = await settleWrite(
    {
      label: `Create collection ${name}`,
      studioId: studio.studioId,
      done,
      toInverse: () => ({ kind: 'delete', table: 'collections', keys: [id] }),
    },
    context,
  )
  tellChange({ id, name, operation }, context)
}

export async function runCollectionRename(options: CollectionOptions, context: Context): Promise<void> {
  const { client, studio, space } = await open(options, context)
  const collection = pick(space, options)
  const name = (options.name ?? '').trim()
  const { id } = collection
  if (name === collection.name) return tellChange({ id, name, operation: null }, context)
  const done = await renameCollection({ space, collectionId: collection.id, name }, client)
  const change = { key: collection.id, fields: { name: collection.name }, expected: { name } }
  const operation = await settleWrite(
    {
      label: `Rename collection ${collection.name}`,
      studioId: studio.studioId,
      done,
      toInverse: () => ({ kind: 'update', table: 'collections', changes: [change] }),
    },
    context,
  )
  tellChange({ id, name, operation }, context)
}

export async function runCollectionDelete(options: CollectionOptions, context: Context): Promise<void> {
  const { client, studio, space } = await open(options, context)
  const collection = pick(space, options)
  const count = space.getItems(collection.id).length
  await context.confirm(`This deletes ${collection.name} with its ${count} items. Go on?`)
  const done = await deleteCollection({ studio, space, collectionId: collection.id }, client)
  const { studioId } = studio
  const operation = await settleWrite(
    {
      label: `Delete collection ${collection.name}`,
      studioId,
      done,
      toInverse: (deletionId) => ({ kind: 'restore', studioId, deletionId }),
    },
    context,
  )
  tellChange({ id: collection.id, name: collection.name, operation }, context)
}

function pick(space: SpaceReplica, { which = '' }: CollectionOptions): CollectionRow {
  return pickOne(space.getCollections(), which, { one: 'collection', many: 'collections' })
}

type Place = { readonly client: StudioClient; readonly studio: StudioReplica; readonly space: SpaceReplica }

async function open({ project, space: wanted }: CollectionOptions, context: Context): Promise<Place> {
  if (wanted === undefined) throw usageError('In which space?', 'Pass --space.')
  const client = await context.openClient()
  const studio = await loadStudio(client, context)
  const spaces = listSpaces(studio, { ...(project !== undefined && { project }) })
  const { id: spaceId } = pickOne(spaces, wanted, { one: 'space', many: 'spaces' })
  return { client, studio, space: await client.openSpace({ studioId: studio.studioId, spaceId }) }
}
