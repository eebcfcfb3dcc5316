import { orderRankStep } from '#core/lib/order-rank.ts'
import type { SeedRow } from '../insert-rows.ts'
import { seededId } from '../seeded-id.ts'
import type { Calendar } from './calendar.ts'
import { getPerson } from './people.ts'
import type { DemoProject } from './pipeline.ts'
import type { Revision } from './revisions.ts'

const films = 12

/** Makes today's dailies of the first production: twelve films that nobody has judged yet, in the order of the cut. */
export function makeReviews(
  [project]: readonly DemoProject[],
  { revisions, calendar }: { revisions: readonly Revision[]; calendar: Calendar },
): Record<string, SeedRow[]> {
  if (project === undefined) return {}
  const items = project.spaces.flatMap((space) => space.items.map(({ id }) => id))
  const newest = revisions.filter(
    ({ isCurrent, task, media }) =>
      isCurrent && task.item.space.project === project && media[0]?.source.contentType === 'video/mp4',
  )
  // One film per shot, then further stages of shots if there are too few.
  const shots = new Map(newest.map((revision) => [revision.task.item.id, revision]))
  const others = newest.filter((revision) => shots.get(revision.task.item.id) !== revision)
  const shown = [...others.slice(-Math.max(0, films - shots.size)), ...shots.values()]
    .slice(-films)
    .toSorted((first, second) => items.indexOf(first.task.item.id) - items.indexOf(second.task.item.id))
  const sessionId = seededId('review', project.id, 'dailies')
  const shared = { session_id: sessionId, project_id: project.id }
  return {
    review_sessions: [
      {
        id: sessionId,
        project_id: project.id,
        name: 'Dailies',
        kind: 'dailies',
        day: calendar.toDate(calendar.toDay(0)),
        created_by: getPerson('Ingrid').id,
        created_at: calendar.ago(40),
      },
    ],
    review_entries: shown.map(({ task }, index) => ({
      id: seededId('review entry', sessionId, task.id),
      ...shared,
      task_id: task.id,
      item_id: task.item.id,
      space_id: task.item.space.id,
      order_rank: (index + 1) * orderRankStep,
    })),
  }
}
