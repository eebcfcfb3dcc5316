import { deleteReview } from '#core/reviews/change-review.ts'
import { confirmWrite } from '#cli/change/confirm-write.ts'
import { printChange } from '#cli/change/print-change.ts'
import { defineVerb } from '#cli/define-verb.ts'
import { openPlace, pickReview, type SessionChoice } from './open-review.ts'

export const verb = defineVerb({
  arguments: '<which>',
  summary: 'delete a review session; statuses and notes stay, and it can be undone for 30 days',
  run: async (options: SessionChoice, context) => {
    const { client, studio } = await openPlace(context)
    const session = pickReview(studio, options)
    await context.confirm(`This deletes the review ${session.name} of ${session.day}. Continue?`)
    const done = await deleteReview({ studio, sessionId: session.id }, client)
    const label = `Delete review ${session.name}`
    const operation = await confirmWrite({ label, studioId: studio.studioId, done }, context)
    printChange({ id: session.id, name: session.name, operation }, context)
  },
})
