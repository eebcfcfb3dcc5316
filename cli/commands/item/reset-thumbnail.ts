import { defineVerb } from '#cli/define-verb.ts'
import type { ItemShowOptions } from './load-item-records.ts'
import { setThumbnail } from './set-item-picture.ts'

export const verb = defineVerb({
  arguments: '<item>',
  summary: "show the picture of an item's newest revision again",
  examples: ['item reset-thumbnail ep01/sq010/sh0010'],
  run: async (options: ItemShowOptions, context) => await setThumbnail(undefined, options, context),
})
