import type { CollectionId } from '#core/lib/ids.ts'
import { createCollection } from '#core/items/create-collection.ts'
import { findExisting, ifMissingFlag, type IfMissing } from '#cli/change/if-missing.ts'
import { confirmWrite } from '#cli/change/confirm-write.ts'
import { usageError } from '#cli/cli-error.ts'
import { getCreated } from '#cli/change/get-created.ts'
import { defineVerb } from '#cli/define-verb.ts'
import { type CollectionOptions, episodeFlag, open, printCollection } from './open-collection.ts'

export const verb = defineVerb({
  arguments: '<name>',
  summary: 'create a collection at the end of a space',
  options: [episodeFlag, ifMissingFlag],
  examples: ['collection create SQ040 --space ep01'],
  run: async (options: CollectionOptions & IfMissing, context) => {
    const { client, studio, space } = await open(options, context)
    const name = (options.name ?? '').trim()
    const known = space.getCollections()
    const present = findExisting(known, name, options)
    if (present !== undefined) return printCollection({ studio, space, collection: present, operation: null }, context)
    if (findExisting(known, name, { ifMissing: true }) !== undefined)
      throw usageError(`The collection "${name}" already exists.`, 'Nothing was created.')
    const id = client.ids.newId<CollectionId>()
    const done = await createCollection({ space, name, episode: options.episode, id }, client)
    const operation = await confirmWrite(
      { label: `Create collection ${name}`, studioId: studio.studioId, done },
      context,
    )
    const made = getCreated(space.replica.find('collections', id))
    return printCollection({ studio, space, collection: made, operation }, context)
  },
})
