import { dateInZone } from '#core/lib/calendar-date.ts'
import { AppError } from '#core/lib/errors.ts'
import { messages } from '#core/lib/messages.ts'
import type { Result } from '#core/lib/result.ts'
import { listFieldNames } from '#core/plan/field-names.ts'
import { makeLexicon } from '#core/plan/lexicon.ts'
import { listNames } from '#core/plan/studio-names.ts'
import { readReviewQuery } from '#core/reviews/read-review-query.ts'
import type { ProjectRow } from '#core/schema/projects.ts'
import type { ReviewQuery } from '#core/schema/review-sessions.ts'
import { findRoute } from '#app/routes.ts'
import { getStudio } from '#app/widgets/get-studio.ts'
import { withSpaces } from './with-spaces.ts'

type InProject = ReturnType<typeof getStudio> & {
  readonly project: ProjectRow
  readonly slugs: { readonly studioSlug: string; readonly projectSlug: string }
}

/** Returns the project of an address; fails with `project-not-found`. */
export function findProject(path: string): InProject {
  const { client, studio } = getStudio()
  const { studioSlug = '', projectSlug = '' } = findRoute(path)?.params ?? {}
  const project = studio.getProjects().find(({ slug, id }) => slug === projectSlug || id === projectSlug)
  if (project === undefined) throw new AppError('project-not-found', messages['project-not-found'])
  return { client, studio, project, slugs: { studioSlug, projectSlug } }
}

export function timeZoneHere(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** Reads from a sentence which tasks a live session takes; it may name the project's spaces. */
export async function readLiveQuery(sentence: string, place: InProject): Promise<Result<ReviewQuery>> {
  const { client, studio, project } = place
  const { userId } = client
  const name = studio.replica.find('studio_members', userId)?.displayName ?? 'me'
  return await withSpaces(place, (spaces) =>
    readReviewQuery(sentence, {
      lexicon: makeLexicon(listNames(studio, spaces)),
      fields: listFieldNames(studio),
      me: { kind: 'person', id: userId, name, within: [] },
      today: dateInZone(client.clock.now(), timeZoneHere()),
      timeZone: timeZoneHere(),
      projectId: project.id,
    }),
  )
}
