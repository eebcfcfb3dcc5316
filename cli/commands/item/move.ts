import { moveItems } from '#core/items/move-items.ts'
import { settleWrite } from '#cli/change/carry-out-write.ts'
import { tellChange } from '#cli/change/tell-change.ts'
import { loadStudio } from '#cli/select/load-studio.ts'
import { pickOne } from '#cli/select/pick.ts'
import { defineVerb } from '#cli/define-verb.ts'
import { findItemRecord, type ItemShowOptions } from './load-item-records.ts'

export const verb = defineVerb({
  arguments: '<item> <collection>',
  summary: 'move an item to the end of another collection of its space',
  examples: ['item move ep01/sq010/sh0010 sq020'],
  run: async ({ collection: wanted, ...options }: ItemShowOptions & { readonly collection: string }, context) => {
    const { id, path, name, collection: present, spaceId } = await findItemRecord(options, context)
    const client = await context.openClient()
    const { studioId } = await loadStudio(client, context)
    const space = await client.openSpace({ studioId, spaceId })
    const target = pickOne(space.getCollections(), wanted, { one: 'collection', many: 'collections' })
    if (target.name === present) return tellChange({ id, path, name, collection: present, operation: null }, context)
    const index = space.getItems(target.id).length
    const done = await moveItems({ space, itemIds: [id], collectionId: target.id, index }, client)
    const operation = await settleWrite({ label: `Move item ${name}`, studioId, done }, context)
    tellChange({ id, path, name, collection: target.name, operation }, context)
  },
})
