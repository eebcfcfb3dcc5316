import { useCallback, useSyncExternalStore } from 'react'
import type { EpochMs } from '#core/lib/calendar-date.ts'
import type { Question } from '#core/query/define-query.ts'
import type { PageState } from '#core/sync/page.ts'
import { unaskedPage } from '#core/sync/pages.ts'
import { clientStore } from '#app/stores/client-store.ts'
import { showToast } from '#app/stores/toast-store.ts'
import { useStudioClient } from './use-client.ts'

/** An answer as a screen shows it. */
export type ShownPage<Row> = PageState<Row> & {
  /** The server cannot be reached, and this is what it said at that time; absent while that is now. */
  readonly asOf: EpochMs | undefined
  /** There is no answer, and none from before either. */
  readonly hasFailed: boolean
}

/**
 * Asks for as long as the component is drawn: the copy on the device at once, then the server, its news and further pages.
 * Where there is nothing to show, `failedText` says so with another try; without it nothing is said. Nothing is asked without a question.
 */
export function usePage<Row>(question: Question<Row> | undefined, failedText?: string): ShownPage<Row> {
  const client = useStudioClient()
  const key = question?.key
  // oxlint-disable-next-line react/exhaustive-deps -- another client or key is another question
  const subscribe = useCallback((listener: () => void) => watchPage(question, failedText, listener), [client, key])
  return toShown(useSyncExternalStore(subscribe, () => getPage(question)))
}

/** Asks until stopped, for what is shown by more than one component. */
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

/** The answer as it stands, for commands. */
export function getPage<Row>(question: Question<Row> | undefined): PageState<Row> {
  const { client } = clientStore.get()
  return client === undefined || question === undefined ? unaskedPage : client.pages.get(question)
}

/** What a screen says of an answer. */
export function toShown<Row>(state: PageState<Row>): ShownPage<Row> {
  const { failure, answeredAt } = state
  const asOf = failure?.retryable === true ? answeredAt : undefined
  return { ...state, asOf, hasFailed: failure !== undefined && asOf === undefined }
}
