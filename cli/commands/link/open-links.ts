import type { CastingReplica } from '#core/casting/casting-replica.ts'
import type { ItemId } from '#core/lib/ids.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import type { StudioClient } from '#core/sync/studio-client.ts'
import type { Context } from '#cli/context.ts'
import { loadStudio } from '#cli/select/load-studio.ts'
import { loadItemRecords, type ItemFilterOptions, type ItemRecord } from '../item/load-item-records.ts'

export type Links = {
  readonly client: StudioClient
  readonly studio: StudioReplica
  readonly records: readonly ItemRecord[]
  /** What the items of a project are made with. */
  readonly openCasting: (record: Pick<ItemRecord, 'spaceId'>) => Promise<CastingReplica>
}

/** The items that flags name, and a way to what they are made with. */
export async function openLinks(options: ItemFilterOptions, context: Context): Promise<Links> {
  const client = await context.openClient()
  const studio = await loadStudio(client, context)
  const records = await loadItemRecords(options, context)
  return {
    client,
    studio,
    records,
    openCasting: async ({ spaceId }) => {
      const projectId = studio.replica.find('spaces', spaceId)?.projectId
      if (projectId === undefined) throw new Error('An item is in a space of the studio')
      return await client.openCasting({ studioId: studio.studioId, projectId })
    },
  }
}

/** The record of an item, wherever in the studio it is. */
export function makeFinder(records: readonly ItemRecord[]): (id: ItemId) => ItemRecord | undefined {
  const byId = new Map(records.map((record) => [record.id, record]))
  return (id) => byId.get(id)
}
