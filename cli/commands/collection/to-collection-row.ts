import type { SpaceReplica } from '#core/items/space-replica.ts'
import { foldName } from '#core/lib/slug.ts'
import type { CollectionRow } from '#core/schema/collections.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'

/** Converts a collection to the row every command prints. */
export function toCollectionRow(studio: StudioReplica, space: SpaceReplica, collection: CollectionRow) {
  const row = studio.replica.find('spaces', space.spaceId)
  const project = row === undefined ? undefined : studio.replica.find('projects', row.projectId)
  return {
    id: collection.id,
    path: `${project?.slug ?? ''}/${row?.slug ?? ''}/${foldName(collection.name)}`,
    name: collection.name,
    space: row?.name ?? null,
    project: project?.name ?? null,
    episode: collection.episode ?? null,
    description: collection.description,
    items: space.getItems(collection.id).length,
  }
}
