import { mergeNewest, type Assignment, type FeedItem } from '#core/domain/feed-entry.ts'
import type { FeedGateway, FeedPage } from '#core/gateway/ports.ts'
import { errorText } from '#core/lib/errors.ts'
import { messages } from '#core/lib/messages.ts'
import { clientStore } from '#app/stores/client-store.ts'
import { showToast } from '#app/stores/toast-store.ts'
import { artistStore, columnNames, getColumns, setColumn, type ColumnName, type Subject } from './artist-store.ts'

/** The columns a subject has: what is everybody's is activity alone. */
export function columnsOf(subject: Subject): readonly ColumnName[] {
  return subject.userId === undefined ? ['activity'] : columnNames
}

/** The first page of every column; again, what is new since. */
export async function loadColumns(): Promise<void> {
  const { subject } = artistStore
  if (subject !== undefined) await Promise.all(columnsOf(subject).map(async (name) => await load(name, undefined)))
}

/** The next page of a column, where there is one and none is on its way. */
export async function loadMore(name: ColumnName): Promise<void> {
  const { next, isLoading } = getColumns()[name]
  if (next !== undefined && !isLoading) await load(name, next)
}

/** What a column was asked for without an answer, or all that were, once more. */
export async function retryColumns(only?: ColumnName): Promise<void> {
  const failed = columnNames.filter((name) => getColumns()[name].hasFailed && (only ?? name) === name)
  await Promise.all(failed.map(async (name) => await load(name, getColumns()[name].next)))
}

async function load(name: ColumnName, after: string | undefined): Promise<void> {
  const { subject } = artistStore
  const { client } = clientStore.get()
  if (subject === undefined || client === undefined) return
  setColumn(name, { isLoading: true, hasFailed: false })
  try {
    const page = await ask(client.gateway.feeds, { name, subject, after })
    // Somebody else's feed is on the page by now.
    if (artistStore.subject !== subject) return
    take(name, page, after)
  } catch (cause) {
    if (artistStore.subject !== subject) return
    setColumn(name, { isLoading: false, hasFailed: true })
    showToast({
      id: `artist-${name}-failed`,
      kind: 'error',
      text: 'The feed could not be loaded',
      suggestion: errorText(cause, messages.unexpected),
      action: { label: 'Retry', run: () => void load(name, after) },
    })
  }
}

type Question = { readonly name: ColumnName; readonly subject: Subject; readonly after: string | undefined }

async function ask(feeds: FeedGateway, { name, subject, after }: Question): Promise<FeedPage<FeedItem | Assignment>> {
  const { studioId, userId } = subject
  if (name === 'activity' || userId === undefined) return await feeds.loadActivity({ studioId, userId, after })
  if (name === 'mentions') return await feeds.loadMentions({ studioId, userId, after })
  return await feeds.loadAssignments({ studioId, userId, after })
}

/** A later page is added; the first, loaded again, brings what is new and leaves later pages as they were loaded. */
function take(name: ColumnName, page: FeedPage<FeedItem | Assignment>, after: string | undefined): void {
  const { items: known, next: knownNext } = getColumns()[name]
  const hasMorePages = after === undefined && knownNext !== undefined && known.length > page.items.length
  const done = { next: hasMorePages ? knownNext : page.next, isLoading: false, isLoaded: true }
  if (name === 'assignments') {
    // Each column was asked for what it holds.
    const [tasks, loaded] = [known as readonly Assignment[], page.items as readonly Assignment[]]
    const ids = new Set(loaded.map(({ taskId }) => taskId))
    const others = tasks.filter(({ taskId }) => !ids.has(taskId))
    // What is no longer on a first page that is all there is, is done or somebody else's.
    const later = hasMorePages ? others.slice(page.items.length) : []
    setColumn(name, { ...done, items: after === undefined ? [...loaded, ...later] : [...others, ...loaded] })
  } else {
    const items = mergeNewest(known as readonly FeedItem[], page.items as readonly FeedItem[])
    setColumn(name, { ...done, items })
  }
}
