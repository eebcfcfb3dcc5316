import { addToReview } from '#core/reviews/change-review.ts'
import { confirmWrite } from '#cli/change/confirm-write.ts'
import { printChange } from '#cli/change/print-change.ts'
import { nothingMatched } from '#cli/cli-error.ts'
import { defineVerb } from '#cli/define-verb.ts'
import { openPlace, openReview, pickReview, toReviewed, type SessionChoice } from './open-review.ts'
import { fromFlag, loadReviewed, type FromOptions } from './review-flags.ts'

export const verb = defineVerb({
  arguments: '<which> [targets...]',
  summary: 'add tasks to a review session; those already in it keep their place',
  options: [fromFlag],
  examples: ["review add Monday 'ep01/sq010/*:anim'"],
  run: async (options: SessionChoice & FromOptions, context) => {
    const place = await openPlace(context)
    const { client, studio } = place
    const session = pickReview(studio, options)
    const inProject = { ...options, project: session.projectId }
    const { tasks } = toReviewed(await loadReviewed(place, inProject, context), studio)
    if (tasks.length === 0) throw nothingMatched('No tasks match.', 'See: studio-cli task list --where …')
    const { review } = await openReview(place, session)
    const there = new Set<string>(review.getEntries().map(({ taskId }) => taskId))
    const added = tasks.filter(({ taskId }) => !there.has(taskId)).length
    const row = { id: session.id, name: session.name, added }
    if (added === 0) return printChange({ ...row, operation: null }, context)
    const done = await addToReview({ studio, review, tasks }, client)
    const label = `Add to review ${session.name}`
    const operation = await confirmWrite({ label, studioId: studio.studioId, done }, context)
    return printChange({ ...row, operation }, context)
  },
})
