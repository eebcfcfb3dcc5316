import type { PanelEntry } from './feed-store.ts'
import { activeFeedActions, type FeedFilter } from '#core/feeds/filter.ts'
import { notificationsQuery, studioFeedQuery } from '#core/feeds/queries.ts'
import type { Question } from '#core/query/define-query.ts'
import { getPage } from '#app/widgets/use-page.ts'
import { clientStore } from '#app/stores/client-store.ts'
import { feedStore } from './feed-store.ts'

/** What the panel asks: what concerns the reader, or the studio; with both kinds switched off, nothing. */
export function questionOf({ studioId, filter }: Pick<typeof feedStore, 'studioId' | 'filter'>) {
  if (studioId === undefined) return undefined
  const actions = activeFeedActions(filter as FeedFilter)
  const question: Question<PanelEntry> =
    filter.activeMemberIds === 'me' && actions.length > 0
      ? notificationsQuery({ studioId })
      : studioFeedQuery({ studioId, actions })
  return question
}

/** What is loaded, newest first; which of it is shown is the filter's affair. */
export function getEntries(): readonly PanelEntry[] {
  return getPage(questionOf(feedStore)).rows
}

/** Whether something was asked without an answer. */
export function hasFailed(): boolean {
  return getPage(questionOf(feedStore)).failure !== undefined
}

/** Asks for the next page, for what got no answer, or for what is new. */
export async function askFor(wanted: 'more' | 'retry' | 'refresh'): Promise<void> {
  const question = questionOf(feedStore)
  if (question !== undefined) await clientStore.get().client?.pages[wanted](question)
}

/** Changes entries in sight at once. */
export function patchEntries(change: (entry: PanelEntry) => PanelEntry): void {
  const question = questionOf(feedStore)
  if (question !== undefined) clientStore.get().client?.pages.patch(question, (entries) => entries.map(change))
}
