import type { CollectionId } from '#core/lib/ids.ts'
import { createCollection } from '#core/items/create-collection.ts'
import { findPresent, ifMissingFlag, type IfMissing } from '#cli/change/if-missing.ts'
import { settleWrite } from '#cli/change/carry-out-write.ts'
import { usageError } from '#cli/cli-error.ts'
import { tellChange } from '#cli/change/tell-change.ts'
import { defineVerb } from '#cli/define-verb.ts'
import { type CollectionOptions, open } from './open-collection.ts'

export const verb = defineVerb({
  arguments: '<name>',
  summary: 'create a collection at the end of a space',
  options: [ifMissingFlag],
  examples: ['collection create SQ040 --space ep01'],
  run: async (options: CollectionOptions & IfMissing, context) => {
    const { client, studio, space } = await open(options, context)
    const name = (options.name ?? '').trim()
    const known = space.getCollections()
    const present = findPresent(known, name, options)
    if (present !== undefined) return tellChange({ id: present.id, name: present.name, operation: null }, context)
    if (findPresent(known, name, { ifMissing: true }) !== undefined)
      throw usageError(`The collection "${name}" already exists.`, 'Nothing was created.')
    const id = client.ids.newId<CollectionId>()
    const done = await createCollection({ space, name, id }, client)
    const operation = await settleWrite(
      { label: `Create collection ${name}`, studioId: studio.studioId, done },
      context,
    )
    return tellChange({ id, name, operation }, context)
  },
})
