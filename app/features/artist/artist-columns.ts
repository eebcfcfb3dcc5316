import { useSnapshot } from 'valtio'
import type { Assignment, FeedItem } from '#core/feeds/entry.ts'
import { activityQuery, assignmentsQuery, mentionsQuery } from '#core/feeds/queries.ts'
import type { StatusId, TaskId } from '#core/lib/ids.ts'
import type { Question } from '#core/query/define-query.ts'
import type { PageState } from '#core/sync/page.ts'
import { clientStore } from '#app/stores/client-store.ts'
import { getPage, usePage, type ShownPage } from '#app/widgets/use-page.ts'
import { artistStore, columnNames, type ColumnName, type Subject } from './artist-store.ts'

/** The kind of card in each column. */
type Cards = { readonly activity: FeedItem; readonly assignments: Assignment; readonly mentions: FeedItem }
type Questions = { readonly [Name in ColumnName]: Question<Cards[Name]> | undefined }

/** Returns the query of each column; a studio-wide feed has activity only. */
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

/** Reads a column and keeps it loaded while it is rendered. */
export function useColumn<Name extends ColumnName>(name: Name): ShownPage<Cards[Name]> {
  return usePage(questionsOf(useSnapshot(artistStore).subject)[name], 'The feed could not be loaded')
}

/** Returns the current state of a column, for commands. */
export function getColumn<Name extends ColumnName>(name: Name): PageState<Cards[Name]> {
  return getPage(questionsOf(artistStore.subject)[name])
}

/** Loads the next page of a column unless there is none or it is already loading. */
export async function loadMore(name: ColumnName): Promise<void> {
  const question = questionsOf(artistStore.subject)[name]
  if (question !== undefined) await clientStore.get().client?.pages.more(question)
}

/** Retries a failed column, or all that failed. */
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

/** Shows a changed status on every card of its task at once. */
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
