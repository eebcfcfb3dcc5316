import { isShownInPlace, mediaKindOf } from '#core/revisions/media-kind.ts'
import { usageError } from '#cli/cli-error.ts'
import { defineVerb } from '#cli/define-verb.ts'
import { readLocalFile } from '#cli/publish/local-file.ts'
import type { ItemShowOptions } from './load-item-records.ts'
import { setThumbnail } from './set-item-picture.ts'

/** Browsers shrink pictures before uploading; here they must be small enough already. */
const mostBytes = 350_000

export const verb = defineVerb({
  arguments: '<item> <picture>',
  summary: 'give an item a picture of its own; without one it shows its newest revision',
  examples: ['item set-thumbnail ep01/sq010/sh0010 sh0010.png'],
  run: async (options: ItemShowOptions & { readonly picture: string }, context) => {
    const file = await readLocalFile(options.picture)
    if (mediaKindOf(file.contentType) !== 'image' || !isShownInPlace(file.contentType))
      throw usageError(`${file.name} is not a picture that browsers can show.`, 'Use JPEG, PNG or WebP.')
    if (file.sizeBytes > mostBytes)
      throw usageError(`${file.name} is larger than 350 kB.`, 'Make it smaller, at most 1280 pixels wide.')
    await setThumbnail(file, options, context)
  },
})
