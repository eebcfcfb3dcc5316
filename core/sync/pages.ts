import { AppError } from '#core/lib/errors.ts'
import type { Question } from '#core/query/define-query.ts'
import { Page, type PageDeps, type PageState } from './page.ts'

/** What is asked of procedures: pages, tries and the copy on the device in one place. A question nobody watches is ended. */
export type Pages = {
  readonly get: <Row>(question: Question<Row>) => PageState<Row>
  /** Asks, shows what the device kept meanwhile, and follows the studio's news until stopped. */
  readonly watch: <Row>(question: Question<Row>, listener: () => void) => () => void
  /** Asks for the first page again; while one is on its way its answer may be old, and is asked for once more. */
  readonly refresh: (question: Question<unknown>) => Promise<void>
  /** The first page once: from the server or, where that cannot be reached, as the device kept it. Fails with an `AppError`. */
  readonly ask: <Row>(question: Question<Row>) => Promise<readonly Row[]>
  /** The next page, where there is one and none is on its way. */
  readonly more: (question: Question<unknown>) => Promise<void>
  /** What got no answer, once more. */
  readonly retry: (question: Question<unknown>) => Promise<void>
  /** Changes rows in sight at once; an answer from before is asked for again instead of shown. */
  readonly patch: <Row>(question: Question<Row>, change: (rows: readonly Row[]) => readonly Row[]) => void
  /** Ends all questions; resolves when nothing is being kept any more. */
  readonly close: () => Promise<void>
}

/** What is known of a question that nobody has asked yet. */
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
  // A question's key stands for the type of its rows.
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
