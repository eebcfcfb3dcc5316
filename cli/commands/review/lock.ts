import { defineVerb } from '#cli/define-verb.ts'
import type { SessionChoice } from './open-review.ts'
import { setLocked } from './set-locked.ts'

export const verb = defineVerb({
  arguments: '<which>',
  summary: 'lock a review session: what was judged stays as it is',
  run: async (options: SessionChoice, context) => await setLocked(options, true, context),
})
