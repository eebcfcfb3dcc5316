import { listFieldNames } from '#core/plan/field-names.ts'
import { makeLexicon } from '#core/plan/lexicon.ts'
import type { CalendarDate } from '#core/lib/calendar-date.ts'
import type { ProjectId } from '#core/lib/ids.ts'
import { listNames } from '#core/plan/studio-names.ts'
import { readReviewQuery } from '#core/reviews/read-review-query.ts'
import type { ReviewQuery } from '#core/schema/review-sessions.ts'
import { usageError } from '#cli/cli-error.ts'
import type { Context } from '#cli/context.ts'
import { openSpaces } from '#cli/select/load-tasks.ts'
import { pickOne } from '#cli/select/pick.ts'
import type { Place } from './open-review.ts'

type Wanted = {
  readonly live: string
  readonly project?: string | undefined
  readonly today: CalendarDate
  readonly timeZone: string
}

/** Parses which tasks a live session contains, using its project's names. */
export async function readLive(
  place: Place,
  { live, project, today, timeZone }: Wanted,
  context: Context,
): Promise<{ readonly projectId: ProjectId; readonly query: ReviewQuery }> {
  const { studio } = place
  const projects = studio.getProjects()
  const [only] = projects
  const isOnly = projects.length === 1 && only !== undefined
  if (project === undefined && !isOnly) throw usageError('Which project is the review for?', 'Pass --project.')
  const picked = project === undefined ? only : pickOne(projects, project, { one: 'project', many: 'projects' })
  if (picked === undefined) throw usageError('Which project is the review for?', 'Pass --project.')
  const { userId } = await context.loadSession()
  const name = studio.replica.find('studio_members', userId)?.displayName ?? 'me'
  const spaces = await openSpaces(place, studio.getSpaces(picked.id))
  const query = readReviewQuery(live, {
    lexicon: makeLexicon(listNames(studio, spaces)),
    fields: listFieldNames(studio),
    me: { kind: 'person', id: userId, name, within: [] },
    today,
    timeZone,
    projectId: picked.id,
  })
  if (!query.ok) throw usageError(query.error.message, "Write it like --live 'WFA today in Animation'.")
  return { projectId: picked.id, query: query.value }
}
