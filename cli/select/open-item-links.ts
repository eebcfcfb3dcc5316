import { makeItemLinks, type ItemLinks } from '#core/casting/item-links.ts'
import type { SpaceReplica } from '#core/items/space-replica.ts'
import type { ProjectId } from '#core/lib/ids.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import type { StudioClient } from '#core/sync/studio-client.ts'

/** Opens what the items of some spaces are linked to: their projects' casting and other spaces. */
export async function openItemLinks(
  { client, studio }: { readonly client: StudioClient; readonly studio: StudioReplica },
  spaces: readonly SpaceReplica[],
): Promise<ReadonlyMap<SpaceReplica, ItemLinks>> {
  const projectOf = ({ spaceId }: SpaceReplica): ProjectId | undefined =>
    studio.replica.find('spaces', spaceId)?.projectId
  const found = new Map<SpaceReplica, ItemLinks>()
  for (const [projectId, own] of Map.groupBy(spaces, projectOf)) {
    if (projectId === undefined) continue
    const casting = await client.openCasting({ studioId: studio.studioId, projectId })
    const isOpen = new Set(own.map(({ spaceId }) => spaceId))
    const others = studio.getSpaces(projectId).filter(({ id, layout }) => !isOpen.has(id) && layout !== 'moodboard')
    const all = [...own]
    for (const { id } of others) all.push(await client.openSpace({ studioId: studio.studioId, spaceId: id }))
    for (const space of own) {
      const links = makeItemLinks({ studio, space })
      links.setContent({ casting, spaces: all, isWhole: true })
      found.set(space, links)
    }
  }
  return found
}
