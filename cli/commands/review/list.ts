import { loadReviewCounts } from '#core/reviews/load-review-counts.ts'
import { printWanted, rowsFlag, type WantedOptions } from '#cli/select/print-wanted.ts'
import { defineVerb } from '#cli/define-verb.ts'
import type { GlobalOptions } from '#cli/global-options.ts'
import { listReviews, openPlace } from './open-review.ts'
import { toReviewRow } from './to-review-row.ts'

export const verb = defineVerb({
  summary: 'list review sessions, the newest day first',
  options: [rowsFlag],
  examples: ['review list --project the-salt-road'],
  run: async ({ project, where }: Pick<GlobalOptions, 'project'> & WantedOptions, context) => {
    const { client, studio } = await openPlace(context)
    const sessions = listReviews(studio, { ...(project !== undefined && { project }) })
    const projectIds = [...new Set(sessions.map(({ projectId }) => projectId))]
    const counts = new Map(
      (await Promise.all(projectIds.map((id) => loadReviewCounts(id, client)))).flatMap((each) => [...each]),
    )
    const rows = sessions.map((session) => toReviewRow(studio, session, counts.get(session.id)))
    await printWanted({
      rows,
      fields: ['id', 'name', 'project', 'kind', 'day', 'tasks', 'judged', 'noted', 'answered', 'live', 'locked'],
      columns: ['day', 'name', 'project', 'kind', 'tasks', 'judged', 'noted', 'answered', 'live', 'locked'],
      options: { where },
      context,
    })
  },
})
