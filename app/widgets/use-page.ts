import { useCallback, useSyncExternalStore } from 'react'
import type { EpochMs } from '#core/lib/calendar-date.ts'
import type { Question } from '#core/query/define-query.ts'
import type { PageState } from '#core/sync/page.ts'
import { unaskedPage } from '#core/sync/pages.ts'
import { clientStore } from '#app/stores/client-store.ts'
import { showToast } from '#app/stores/toast-store.ts'
import { useStudioClient } from './use-client.ts'

/** A page of rows as a screen shows it. */
export type ShownPage<Row> = PageState<Row> & {
  /** When the shown rows were current, if the server is out of reach; absent if they are current now. */
  readonly asOf: EpochMs | undefined
  /** There are no rows, not even earlier ones. */
  readonly hasFailed: boolean
}

/**
 * Loads a page while mounted: the device's copy at once, then the server's answer, its news and further pages. If there
 * is nothing to show, `failedText` says so with a retry; without it nothing is said. Without a question nothing is
 * loaded.
 */
export function usePage<Row>(question: Question<Row> | undefined, failedText?: string): ShownPage<Row> {
  const client = useStudioClient()
  const key = question?.key
  // oxlint-disable-next-line react/exhaustive-deps -- another client or key is another question
  const subscribe = useCallback((listener: () => void) => watchPage(question, failedText, listener), [client, key])
  return toShown(useSyncExternalStore(subscribe, () => getPage(question)))
}

/** Loads a page until stopped, for several components. */
export function watchPage<Row>(
  question: Question<Row> | undefined,
  failedText: string | undefined,
  listener: () => void,
): () => void {
  const { client } = clientStore.get()
  if (client === undefined || question === undefined) return () => undefined
  const { pages } = client
  let hadFailed = false
  return pages.watch(question, () => {
    const { hasFailed, failure } = toShown(pages.get(question))
    if (hasFailed && !hadFailed && failedText !== undefined) {
      showToast({
        id: `failed ${failedText}`,
        kind: 'error',
        text: failedText,
        suggestion: failure?.message,
        action: { label: 'Retry', run: () => void pages.retry(question) },
      })
    }
    hadFailed = hasFailed
    listener()
  })
}

/** Returns the current page, for commands. */
export function getPage<Row>(question: Question<Row> | undefined): PageState<Row> {
  const { client } = clientStore.get()
  return client === undefined || question === undefined ? unaskedPage : client.pages.get(question)
}

/** Derives what a screen says about a page. */
export function toShown<Row>(state: PageState<Row>): ShownPage<Row> {
  const { failure, answeredAt } = state
  const asOf = failure?.retryable === true ? answeredAt : undefined
  return { ...state, asOf, hasFailed: failure !== undefined && asOf === undefined }
}
