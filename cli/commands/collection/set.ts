import { setCollectionEpisode } from '#core/items/set-collection-episode.ts'
import { confirmWrite } from '#cli/change/confirm-write.ts'
import { usageError } from '#cli/cli-error.ts'
import { defineVerb } from '#cli/define-verb.ts'
import { type CollectionOptions, episodeFlag, open, pick, printCollection } from './open-collection.ts'

export const verb = defineVerb({
  arguments: '<which>',
  summary: 'set the episode of a collection; an empty name clears it',
  options: [episodeFlag],
  examples: ['collection set SQ010 --episode E01 --space ep01'],
  run: async (options: CollectionOptions, context) => {
    if (options.episode === undefined) throw usageError('Which episode?', 'Pass --episode.')
    const { client, studio, space } = await open(options, context)
    const collection = pick(space, options)
    const { id, name } = collection
    const episode = options.episode.trim()
    if (episode === (collection.episode ?? ''))
      return printCollection({ studio, space, collection, operation: null, field: 'episode' }, context)
    const done = await setCollectionEpisode({ space, collectionId: id, episode }, client)
    const operation = await confirmWrite(
      { label: `Set the episode of ${name}`, studioId: studio.studioId, done },
      context,
    )
    const now = space.replica.find('collections', id) ?? collection
    printCollection({ studio, space, collection: now, operation, field: 'episode' }, context)
  },
})
