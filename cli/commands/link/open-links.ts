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
  /** Opens the casting of an item's project. */
  readonly openCasting: (record: Pick<ItemRecord, 'spaceId'>) => Promise<CastingReplica>
}

/** Loads the items that flags select, with access to their casting. */
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

/** Returns a function that finds an item's record in any space of the studio. */
export function makeFinder(records: readonly ItemRecord[]): (id: ItemId) => ItemRecord | undefined {
  const byId = new Map(records.map((record) => [record.id, record]))
  return (id) => byId.get(id)
}
