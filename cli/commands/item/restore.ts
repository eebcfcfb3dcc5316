import type { ItemShowOptions } from './load-item-records.ts'
import { defineVerb } from '#cli/define-verb.ts'
import { setOmitted } from './set-omitted.ts'

export const verb = defineVerb({
  arguments: '<item>',
  summary: 'bring an omitted item back',
  examples: ['item restore ep01/sq010/sh0010'],
  /** Brings an omitted item back. */
  run: async (options: ItemShowOptions, context) => await setOmitted(false, options, context),
})
