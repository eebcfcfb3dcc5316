import { findItemRecord, type ItemShowOptions } from './load-item-records.ts'
import { defineVerb } from '#cli/define-verb.ts'

export const verb = defineVerb({
  arguments: '<item>',
  summary: 'show an item with its frames in the cut, by name, slug, id or path',
  examples: ['item show ep01/sq010/sh0010', 'item show sh0010 --space ep01 --json=frameIn,frameOut,frameRate'],
  /** Prints one item by name, slug, id or the end of its path. */
  run: async (options: ItemShowOptions, context) => {
    const { spaceId: _, ...record } = await findItemRecord(options, context)
    context.printRecord(record)
  },
})
