import { dateInZone } from '#core/lib/calendar-date.ts'
import { AppError } from '#core/lib/errors.ts'
import type { ReviewSessionId } from '#core/lib/ids.ts'
import { compareText } from '#core/lib/text.ts'
import { startReview } from '#core/reviews/start-review.ts'
import type { TimelineTaskRow } from '#core/schema/timeline-tasks.ts'
import { defineCommand, type Command } from '#app/commands/define-command.ts'
import { formatDay } from '#app/lib/format-day.ts'
import { findRoute, links } from '#app/routes.ts'
import { perform } from '#app/widgets/perform.ts'
import type { TimelineModel } from '../model/timeline-model.ts'
import type { TimelinePage } from '../timeline-page-context.ts'
import { timelineStore } from '../timeline-store.ts'
import { hasTargets, targetTaskIds } from './targets.ts'

/** Commands that review planned tasks together; `mod+A` first selects all that the filter shows. */
export function makeReviewCommands({ model, client }: TimelinePage): readonly Command[] {
  const { studio } = model
  return [
    defineCommand({
      id: 'timeline.review',
      title: 'Start a review of the selected tasks',
      group: 'Timeline',
      scope: 'timeline',
      keys: ['shift+r'],
      keywords: ['dailies', 'session'],
      needs: 'create',
      when: () => studio.can('create') && hasTargets() && timelineStore.move === undefined,
      run: async ({ path, navigate }) => {
        const rows = listReviewed(model)
        const [first] = rows
        const project = studio.replica.find('projects', first?.projectId ?? '')
        if (project === undefined) return undefined
        if (rows.some(({ projectId }) => projectId !== project.id)) {
          throw new AppError('invalid-input', 'These tasks belong to several projects; a review belongs to one.')
        }
        const id = client.ids.newId<ReviewSessionId>()
        const day = dateInZone(client.clock.now(), Intl.DateTimeFormat().resolvedOptions().timeZone)
        const tasks = rows.map(({ id: taskId, itemId, spaceId }) => ({ taskId, itemId, spaceId }))
        const named = { name: `Dailies ${formatDay(day)}`, kind: 'dailies', day } as const
        const start = startReview({ studio, projectId: project.id, tasks, id, ...named }, client)
        const done = await perform(start, { client, failedText: 'The review could not be started.' })
        const { studioSlug = '' } = findRoute(path)?.params ?? {}
        if (done.ok) navigate(links.review({ studioSlug, projectSlug: project.slug, reviewId: id }))
        return done
      },
    }),
  ]
}

/** Lists the selected tasks without disabled ones, by sequence and name. */
function listReviewed(model: TimelineModel): readonly TimelineTaskRow[] {
  return targetTaskIds(model)
    .flatMap((id) => model.timeline.findTask(id) ?? [])
    .filter(({ isDisabled }) => !isDisabled)
    .toSorted(
      (first, second) =>
        compareText(first.collectionName, second.collectionName) || compareText(first.itemTitle, second.itemTitle),
    )
}
