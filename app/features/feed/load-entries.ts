import { mergeNewest } from '#core/domain/feed-entry.ts'
import { errorText } from '#core/lib/errors.ts'
import { messages } from '#core/lib/messages.ts'
import { loadFeed } from '#core/operations/load-feed.ts'
import { clientStore } from '#app/stores/client-store.ts'
import { showToast } from '#app/stores/toast-store.ts'
import { clearEntries, feedStore, setEntries, setFailed, setLoading, type PanelEntry } from './feed-store.ts'

// A later question makes the answer to an earlier one worthless.
let asked = new AbortController()

/** Starts over: the panel was opened, or other kinds of entries are wanted. */
export async function reloadEntries(): Promise<void> {
  asked.abort()
  asked = new AbortController()
  clearEntries()
  await load(undefined)
}

/** The next page, where there is one and none is on its way. */
export async function loadMoreEntries(): Promise<void> {
  if (feedStore.next === undefined || feedStore.isLoading) return
  await load(feedStore.next)
}

/** What got no answer, once more: the first page or the next one. */
export async function retryEntries(): Promise<void> {
  if (!feedStore.isLoading) await load(feedStore.next)
}

/** Puts what is new on top; the place in the list stays where it is. */
export async function loadNewEntries(): Promise<void> {
  const page = await ask(undefined)
  if (page === undefined || feedStore.isLoading) return
  const isFirst = feedStore.entries.length === 0
  setEntries(mergeNewest(feedStore.entries as readonly PanelEntry[], page.items), isFirst ? page.next : feedStore.next)
}

async function load(after: string | undefined): Promise<void> {
  const { signal } = asked
  setLoading(true)
  const page = await ask(after)
  if (signal.aborted) return
  setLoading(false)
  if (page === undefined) return
  setEntries(mergeNewest(feedStore.entries as readonly PanelEntry[], page.items), page.next)
}

async function ask(after: string | undefined) {
  const { client } = clientStore.get()
  const { studioId, filter } = feedStore
  const { signal } = asked
  if (client === undefined || studioId === undefined) return undefined
  try {
    const page = await loadFeed({ studioId, filter, after, signal }, client.gateway)
    if (signal.aborted) return undefined
    setFailed(false)
    return page
  } catch (cause) {
    if (!signal.aborted) tellFailure(cause)
    return undefined
  }
}

function tellFailure(cause: unknown): void {
  setFailed(true)
  showToast({
    id: 'feed-failed',
    kind: 'error',
    text: 'The feed could not be loaded',
    suggestion: errorText(cause, messages.unexpected),
    action: { label: 'Retry', run: () => void retryEntries() },
  })
}
