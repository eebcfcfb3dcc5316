import type { PanelEntry } from './feed-store.ts'
import { activeFeedActions, type FeedFilter } from '#core/feeds/filter.ts'
import { notificationsQuery, studioFeedQuery } from '#core/feeds/queries.ts'
import type { Question } from '#core/query/define-query.ts'
import { getPage } from '#app/widgets/use-page.ts'
import { clientStore } from '#app/stores/client-store.ts'
import { feedStore } from './feed-store.ts'

/** Returns the panel's query: the reader's notifications or the studio's feed; an empty one if both kinds are off. */
export function questionOf({ studioId, filter }: Pick<typeof feedStore, 'studioId' | 'filter'>) {
  if (studioId === undefined) return undefined
  const actions = activeFeedActions(filter as FeedFilter)
  const question: Question<PanelEntry> =
    filter.activeMemberIds === 'me' && actions.length > 0
      ? notificationsQuery({ studioId })
      : studioFeedQuery({ studioId, actions })
  return question
}

/** Returns the loaded entries, newest first and unfiltered. */
export function getEntries(): readonly PanelEntry[] {
  return getPage(questionOf(feedStore)).rows
}

/** Returns whether a page could not be loaded. */
export function hasFailed(): boolean {
  return getPage(questionOf(feedStore)).failure !== undefined
}

/** Loads the next page, retries a failed one, or fetches what is new. */
export async function askFor(wanted: 'more' | 'retry' | 'refresh'): Promise<void> {
  const question = questionOf(feedStore)
  if (question !== undefined) await clientStore.get().client?.pages[wanted](question)
}

/** Changes loaded entries at once. */
export function patchEntries(change: (entry: PanelEntry) => PanelEntry): void {
  const question = questionOf(feedStore)
  if (question !== undefined) clientStore.get().client?.pages.patch(question, (entries) => entries.map(change))
}
