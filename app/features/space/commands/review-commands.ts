import { dateInZone } from '#core/lib/calendar-date.ts'
import { toId, type ReviewSessionId } from '#core/lib/ids.ts'
import { addToReview } from '#core/reviews/change-review.ts'
import { startReview, type ReviewedTask } from '#core/reviews/start-review.ts'
import { inOrder } from '#core/schema/tables.ts'
import { defineCommand, type Command } from '#app/commands/define-command.ts'
import { formatDay } from '#app/lib/format-day.ts'
import { findRoute, links } from '#app/routes.ts'
import { perform } from '#app/widgets/perform.ts'
import type { SpaceModel } from '../model/space-model.ts'
import type { SpacePage } from './space-page.ts'
import { countTasks, hasTargets, targetItems, targetTasks } from './targets.ts'

/** Commands that start a review of the selected tasks. */
export function makeReviewCommands({ client, model, scope }: SpacePage): readonly Command[] {
  const { studio } = model
  const shared = { group: 'Tasks', scope, needs: 'create', when: () => studio.can('create') && hasTargets() } as const
  const projectId = (): ReturnType<typeof findProjectId> => findProjectId(model)
  return [
    defineCommand({
      ...shared,
      id: 'task.review',
      title: 'Start a review',
      keys: ['shift+r'],
      keywords: ['dailies', 'session'],
      run: async ({ path, navigate }) => {
        const tasks = listReviewed(model)
        const of = projectId()
        if (tasks.length === 0 || of === undefined) return undefined
        const id = client.ids.newId<ReviewSessionId>()
        const day = dateInZone(Date.now(), Intl.DateTimeFormat().resolvedOptions().timeZone)
        const name = `Dailies ${formatDay(day)}`
        const start = startReview({ studio, projectId: of, name, kind: 'dailies', day, tasks, id }, client)
        const done = await perform(start, { client, failedText: 'The review could not be started.' })
        const { studioSlug = '', projectSlug = '' } = findRoute(path)?.params ?? {}
        if (done.ok) navigate(links.review({ studioSlug, projectSlug, reviewId: id }))
        return done
      },
    }),
    defineCommand({
      ...shared,
      id: 'task.add-to-review',
      title: 'Add to a review…',
      keywords: ['dailies', 'session'],
      args: [
        {
          id: 'review',
          placeholder: 'Which review?',
          empty: 'There is no open review in this project.',
          options: () =>
            inOrder('review_sessions', studio.replica.getUnder('review_sessions', projectId() ?? ''))
              .filter(({ isLocked }) => !isLocked)
              .map(({ id, name, day }) => ({ value: id, label: name, detail: formatDay(day) })),
        },
      ],
      run: async (_context, [id = '']) => {
        const sessionId = toId<ReviewSessionId>(id)
        const { studioId } = studio
        const tasks = listReviewed(model)
        const name = studio.replica.find('review_sessions', sessionId)?.name ?? ''
        const review = await client.openReview({ studioId, sessionId })
        const added = await perform(addToReview({ studio, review, tasks }, client), {
          client,
          failedText: 'The tasks could not be added to the review.',
          doneText: `Added ${countTasks(tasks.length)} to ${name}`,
        })
        void client.release(`review:${sessionId}`)
        return added
      },
    }),
  ]
}

function findProjectId({ studio, space }: SpaceModel) {
  return studio.replica.find('spaces', space.spaceId)?.projectId
}

/** Lists the selected tasks in grid order, with their ranges in the cut. */
function listReviewed(model: SpaceModel): readonly ReviewedTask[] {
  const { space } = model
  const places = new Map(targetItems(model).map((id, index) => [id, index]))
  return targetTasks(model)
    .toSorted((first, second) => (places.get(first.itemId) ?? 0) - (places.get(second.itemId) ?? 0))
    .map(({ id, itemId }) => {
      const { frameIn, frameOut, handleIn, handleOut } = space.replica.find('items', itemId) ?? {}
      return {
        taskId: id,
        itemId,
        spaceId: space.spaceId,
        ...(frameIn !== undefined && frameOut !== undefined && { cutIn: frameIn, cutOut: frameOut }),
        ...(handleIn !== undefined && { handleIn }),
        ...(handleOut !== undefined && { handleOut }),
      }
    })
}
