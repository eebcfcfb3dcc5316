import { moveItems } from '#core/items/move-items.ts'
import { settleWrite } from '#cli/change/carry-out-write.ts'
import { usageError } from '#cli/cli-error.ts'
import { loadStudio } from '#cli/select/load-studio.ts'
import { pickOne } from '#cli/select/pick.ts'
import { defineVerb } from '#cli/define-verb.ts'
import { splitPath } from '../collection/open-collection.ts'
import { findItemRecord, type ItemShowOptions } from './load-item-records.ts'
import { tellItem } from './tell-item.ts'

export const verb = defineVerb({
  arguments: '<item> <collection>',
  summary: 'move an item to the end of another collection of its space',
  examples: ['item move ep01/sq010/sh0010 sq020'],
  run: async ({ collection: wanted, ...options }: ItemShowOptions & { readonly collection: string }, context) => {
    const record = await findItemRecord(options, context)
    const { id, name, spaceId } = record
    const client = await context.openClient()
    const { studioId } = await loadStudio(client, context)
    const space = await client.openSpace({ studioId, spaceId })
    const given = splitPath(wanted).space
    if (given !== undefined && !record.path.startsWith(`${given.toLowerCase()}/`))
      throw usageError(`${name} is in another space.`, 'An item is moved within its space.')
    const target = pickOne(space.getCollections(), splitPath(wanted).name, { one: 'collection', many: 'collections' })
    if (target.name === record.collection)
      return await tellItem({ item: record, operation: null, field: 'collection' }, context)
    const index = space.getItems(target.id).length
    const done = await moveItems({ space, itemIds: [id], collectionId: target.id, index }, client)
    const operation = await settleWrite({ label: `Move item ${name}`, studioId, done }, context)
    await tellItem({ item: record, operation, field: 'collection' }, context)
  },
})
