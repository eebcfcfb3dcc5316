import type { ItemShowOptions } from './load-item-records.ts'
import { defineVerb } from '#cli/define-verb.ts'
import { setOmitted } from './set-omitted.ts'

export const verb = defineVerb({
  arguments: '<item>',
  summary: 'omit an item: it stays where it is, struck through, and counts nowhere',
  examples: ['item omit ep01/sq010/sh0010'],
  /** Omits an item: it stays where it is and counts nowhere. */
  run: async (options: ItemShowOptions, context) => await setOmitted(true, options, context),
})
