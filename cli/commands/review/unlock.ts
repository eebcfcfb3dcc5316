import { defineVerb } from '#cli/define-verb.ts'
import type { SessionChoice } from './open-review.ts'
import { setLocked } from './set-locked.ts'

export const verb = defineVerb({
  arguments: '<which>',
  summary: 'unlock a review session',
  run: async (options: SessionChoice, context) => await setLocked(options, false, context),
})
