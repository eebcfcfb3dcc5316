import { AppError } from '#core/lib/errors.ts'
import type { Question } from '#core/query/define-query.ts'
import { Page, type PageDeps, type PageState } from './page.ts'

/**
 * Questions to procedures: paging, retries and the copy on the device in one place. A question that nobody watches
 * ends.
 */
export type Pages = {
  readonly get: <Row>(question: Question<Row>) => PageState<Row>
  /** Asks, shows the stored copy until the answer arrives, and follows the studio's news until stopped. */
  readonly watch: <Row>(question: Question<Row>, listener: () => void) => () => void
  /** Asks for the first page again; a request already under way may return old rows, so it is repeated. */
  readonly refresh: (question: Question<unknown>) => Promise<void>
  /**
   * Asks once for the first page: from the server or, if that is unreachable, the stored copy. Fails with an
   * `AppError`.
   */
  readonly ask: <Row>(question: Question<Row>) => Promise<readonly Row[]>
  /** Loads the next page, if there is one and none is loading. */
  readonly more: (question: Question<unknown>) => Promise<void>
  /** Repeats a failed request. */
  readonly retry: (question: Question<unknown>) => Promise<void>
  /** Changes the rows shown at once; a response to an earlier request is fetched again instead of shown. */
  readonly patch: <Row>(question: Question<Row>, change: (rows: readonly Row[]) => readonly Row[]) => void
  /** Ends all questions; resolves when the last copy is written. */
  readonly close: () => Promise<void>
}

/** The state of a question that has not been asked yet. */
export const unaskedPage: PageState<never> = {
  rows: [],
  next: undefined,
  isLoading: true,
  answeredAt: undefined,
  failure: undefined,
}

/** Starts a client's pages. */
export function makePages(deps: PageDeps): Pages {
  const pages = new Map<string, { readonly page: Page<unknown>; watchers: number }>()
  // A question's key determines the type of its rows.
  const find = <Row>({ key }: Question<Row>): Page<Row> | undefined => pages.get(key)?.page as Page<Row> | undefined
  return {
    get: (question) => find(question)?.state ?? unaskedPage,
    watch: <Row>(question: Question<Row>, listener: () => void) => {
      const known = pages.get(question.key)
      const held = known ?? { page: new Page(question, deps) as unknown as Page<unknown>, watchers: 0 }
      held.watchers += 1
      if (known === undefined) {
        pages.set(question.key, held)
        held.page.start()
      }
      const stop = held.page.subscribe(listener)
      return () => {
        stop()
        held.watchers -= 1
        if (held.watchers > 0) return
        held.page.close()
        if (pages.get(question.key) === held) pages.delete(question.key)
      }
    },
    refresh: async (question) => await find(question)?.refresh(),
    ask: async (question) => await askOnce(question, deps),
    more: async (question) => await find(question)?.more(),
    retry: async (question) => await find(question)?.retry(),
    patch: (question, change) => find(question)?.patch(change),
    close: async () => {
      for (const { page } of pages.values()) page.close()
      pages.clear()
      await deps.kept.close()
    },
  }
}

async function askOnce<Row>(
  question: Question<Row>,
  { gateway, userId, kept, clock }: PageDeps,
): Promise<readonly Row[]> {
  const { signal } = new AbortController()
  try {
    const { items, next } = await question.fetch(gateway, { after: undefined, userId, signal })
    void kept.save(question, { rows: items, next, answeredAt: clock.now() })
    return items
  } catch (cause) {
    const copy = cause instanceof AppError && cause.retryable ? await kept.load(question) : undefined
    if (copy === undefined) throw cause
    return copy.rows
  }
}
