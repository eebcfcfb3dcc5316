import { countOf } from '#core/lib/text.ts'
import { deleteCollection } from '#core/items/delete-collection.ts'
import { confirmWrite } from '#cli/change/confirm-write.ts'
import { printChange } from '#cli/change/print-change.ts'
import { defineVerb } from '#cli/define-verb.ts'
import { type CollectionOptions, open, pick } from './open-collection.ts'
import { toCollectionRow } from './to-collection-row.ts'

export const verb = defineVerb({
  arguments: '<which>',
  summary: 'delete a collection and its items; can be undone for 30 days',
  run: async (options: CollectionOptions, context) => {
    const { client, studio, space } = await open(options, context)
    const collection = pick(space, options)
    const items = countOf(space.getItems(collection.id).length, 'item')
    await context.confirm(`This deletes ${collection.name} with ${items}. Continue?`)
    const row = toCollectionRow(studio, space, collection)
    const done = await deleteCollection({ studio, space, collectionId: collection.id }, client)
    const { studioId } = studio
    const operation = await confirmWrite({ label: `Delete collection ${collection.name}`, studioId, done }, context)
    printChange({ ...row, operation }, context, ['id', 'name', 'operation'])
  },
})
