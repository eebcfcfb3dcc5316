import { setItemThumbnail } from '#core/items/set-item-thumbnail.ts'
import type { MediaId } from '#core/lib/ids.ts'
import { confirmWrite } from '#cli/change/confirm-write.ts'
import type { Context } from '#cli/context.ts'
import type { LocalFile } from '#cli/publish/local-file.ts'
import { loadStudio } from '#cli/select/load-studio.ts'
import { findItemRecord, type ItemShowOptions } from './load-item-records.ts'
import { printItem } from './print-item.ts'

/** Sets an item's thumbnail or, without a file, returns to the poster of its newest revision. */
export async function setThumbnail(
  file: LocalFile | undefined,
  options: ItemShowOptions,
  context: Context,
): Promise<void> {
  const record = await findItemRecord(options, context)
  const { id, name, spaceId } = record
  const client = await context.openClient()
  const studio = await loadStudio(client, context)
  const { studioId } = studio
  const space = await client.openSpace({ studioId, spaceId })
  const before = space.replica.find('items', id)?.thumbnailMediaId
  if (file === undefined && before === undefined) return await printItem({ item: record, operation: null }, context)
  let mediaId: MediaId | undefined
  if (file !== undefined) {
    mediaId = client.ids.newId<MediaId>()
    const projectId = studio.replica.find('spaces', spaceId)?.projectId
    const place = { studioId, ...(projectId !== undefined && { projectId }) }
    const { name: filename, contentType, body, sha256 } = file
    const { uploads } = await context.loadGateway()
    await uploads.upload({ mediaId, ...place, filename, contentType, body, details: { sha256 } })
  }
  const done = await setItemThumbnail({ space, itemIds: [id], mediaId }, client)
  const label = `${file === undefined ? 'Reset' : 'Set'} thumbnail of ${name}`
  await printItem({ item: record, operation: await confirmWrite({ label, studioId, done }, context) }, context)
}
