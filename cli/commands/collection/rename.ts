import { renameCollection } from '#core/items/rename-collection.ts'
import { confirmWrite } from '#cli/change/confirm-write.ts'
import { defineVerb } from '#cli/define-verb.ts'
import { type CollectionOptions, open, pick, printCollection } from './open-collection.ts'

export const verb = defineVerb({
  arguments: '<which> <name>',
  summary: 'rename a collection',
  run: async (options: CollectionOptions, context) => {
    const { client, studio, space } = await open(options, context)
    const collection = pick(space, options)
    const name = (options.name ?? '').trim()
    if (name === collection.name) return printCollection({ studio, space, collection, operation: null }, context)
    const done = await renameCollection({ space, collectionId: collection.id, name }, client)
    const operation = await confirmWrite(
      { label: `Rename collection ${collection.name}`, studioId: studio.studioId, done },
      context,
    )
    const now = space.replica.find('collections', collection.id) ?? collection
    printCollection({ studio, space, collection: now, operation }, context)
  },
})
