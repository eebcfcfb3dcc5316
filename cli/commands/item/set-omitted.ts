import { omitItems } from '#core/items/omit-items.ts'
import { settleWrite } from '#cli/change/carry-out-write.ts'
import { tellChange } from '#cli/change/tell-change.ts'
import type { Context } from '#cli/context.ts'
import { loadStudio } from '#cli/select/load-studio.ts'
import { findItemRecord, type ItemShowOptions } from './load-item-records.ts'

export async function setOmitted(isOmitted: boolean, options: ItemShowOptions, context: Context): Promise<void> {
  const { id, path, name, omitted, spaceId } = await findItemRecord(options, context)
  if (omitted === isOmitted) return tellChange({ id, path, name, operation: null }, context)
  const client = await context.openClient()
  const { studioId } = await loadStudio(client, context)
  const space = await client.openSpace({ studioId, spaceId })
  const done = await omitItems({ space, itemIds: [id], isOmitted }, client)
  const label = `${isOmitted ? 'Omit' : 'Restore'} item ${name}`
  tellChange({ id, path, name, operation: await settleWrite({ label, studioId, done }, context) }, context)
}
