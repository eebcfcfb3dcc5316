import { useSnapshot } from 'valtio'
import type { Assignment, FeedItem } from '#core/feeds/entry.ts'
import { activityQuery, assignmentsQuery, mentionsQuery } from '#core/feeds/queries.ts'
import type { StatusId, TaskId } from '#core/lib/ids.ts'
import type { Question } from '#core/query/define-query.ts'
import type { PageState } from '#core/sync/page.ts'
import { clientStore } from '#app/stores/client-store.ts'
import { getPage, usePage, type ShownPage } from '#app/widgets/use-page.ts'
import { artistStore, columnNames, type ColumnName, type Subject } from './artist-store.ts'

/** What each column holds. */
type Cards = { readonly activity: FeedItem; readonly assignments: Assignment; readonly mentions: FeedItem }
type Questions = { readonly [Name in ColumnName]: Question<Cards[Name]> | undefined }

/** What the columns of a subject ask; what is everybody's is activity alone. */
function questionsOf(subject: Subject | undefined): Questions {
  if (subject === undefined) return { activity: undefined, assignments: undefined, mentions: undefined }
  const { studioId, userId } = subject
  const person = userId && { studioId, userId }
  return {
    activity: activityQuery({ studioId, userId }),
    assignments: person && assignmentsQuery(person),
    mentions: person && mentionsQuery(person),
  }
}

export function hasColumn(name: ColumnName): boolean {
  return questionsOf(artistStore.subject)[name] !== undefined
}

/** A column, loaded for as long as it is drawn. */
export function useColumn<Name extends ColumnName>(name: Name): ShownPage<Cards[Name]> {
  return usePage(questionsOf(useSnapshot(artistStore).subject)[name], 'The feed could not be loaded')
}

/** A column as it stands, for commands. */
export function getColumn<Name extends ColumnName>(name: Name): PageState<Cards[Name]> {
  return getPage(questionsOf(artistStore.subject)[name])
}

/** The next page of a column, where there is one and none is on its way. */
export async function loadMore(name: ColumnName): Promise<void> {
  const question = questionsOf(artistStore.subject)[name]
  if (question !== undefined) await clientStore.get().client?.pages.more(question)
}

/** What a column was asked for without an answer, or all that were, once more. */
export async function retryColumns(only?: ColumnName): Promise<void> {
  const failed = columnNames.filter((name) => getColumn(name).failure !== undefined && (only ?? name) === name)
  const questions = questionsOf(artistStore.subject)
  await Promise.all(
    failed.map(async (name) => {
      const question = questions[name]
      if (question !== undefined) await clientStore.get().client?.pages.retry(question)
    }),
  )
}

/** A changed status is seen at once on every card of its task. */
export function showStatus(taskId: TaskId, statusId: StatusId): void {
  const pages = clientStore.get().client?.pages
  const change = <Card extends Assignment | FeedItem>(question: Question<Card> | undefined): void => {
    if (question === undefined) return
    pages?.patch(question, (cards) => cards.map((card) => (card.taskId === taskId ? { ...card, statusId } : card)))
  }
  const { activity, assignments, mentions } = questionsOf(artistStore.subject)
  change(activity)
  change(assignments)
  change(mentions)
}
