import type { CastingReplica } from '#core/casting/casting-replica.ts'
import type { SpaceReplica } from '#core/items/space-replica.ts'
import type { ProjectId, SpaceId, StudioId } from '#core/lib/ids.ts'
import type { Scope } from '#core/schema/scope.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import type { CastContent, CastItem } from './cast-index.ts'
import type { ImportRow } from './import-row.ts'

/** Opens the casts and spaces of a project. */
export type CastOpener = {
  readonly openCasting: (place: {
    readonly studioId: StudioId
    readonly projectId: ProjectId
  }) => Promise<CastingReplica>
  readonly openSpace: (place: { readonly studioId: StudioId; readonly spaceId: SpaceId }) => Promise<SpaceReplica>
  readonly release: (scope: Scope) => Promise<void>
}

type Place = { readonly studio: StudioReplica; readonly space: SpaceReplica }

/**
 * Loads what the items of a space are or can be cast with. Opens the project's spaces one after the other; returns
 * undefined for an export of a space without any cast.
 */
export async function loadCast(
  opener: CastOpener,
  { studio, space }: Place,
  purpose: 'import' | 'export',
): Promise<CastContent | undefined> {
  const { studioId } = studio
  const row = studio.replica.find('spaces', space.spaceId)
  if (row === undefined) return undefined
  const { projectId } = row
  const casting = await opener.openCasting({ studioId, projectId })
  const links = [...casting.replica.getRows('item_links').values()]
  const from = Map.groupBy(links, ({ fromItemId }) => fromItemId)
  await opener.release(`casting:${projectId}`)
  const own = space.replica.getRows('items')
  if (purpose === 'export' && !links.some(({ fromItemId }) => own.has(fromItemId))) return undefined
  const items: CastItem[] = []
  const spaces = studio.getSpaces(projectId).filter(({ layout }) => layout !== 'moodboard')
  for (const { id: spaceId, slug } of spaces) {
    const isOwn = spaceId === space.spaceId
    items.push(...listItems(isOwn ? space : await opener.openSpace({ studioId, spaceId }), slug))
    if (!isOwn) await opener.release(`space:${spaceId}`)
  }
  return { items, space: row.slug, getCast: (itemId) => from.get(itemId) ?? [] }
}

/** Loads the same for rows that have casts; undefined for others. */
export async function loadCastOf(
  opener: CastOpener,
  place: Place,
  rows: readonly ImportRow[],
): Promise<CastContent | undefined> {
  return rows.some(({ casts }) => casts !== undefined) ? await loadCast(opener, place, 'import') : undefined
}

function listItems(replica: SpaceReplica, space: string): readonly CastItem[] {
  return replica.getCollections().flatMap((collection) =>
    replica.getItems(collection.id).map(({ id, title, slug, itemType }) => {
      return { id, title, slug, collection: collection.name, space, isAsset: itemType === 'asset' }
    }),
  )
}
