import { expect, test } from 'vitest'
import type { FeedPage, Gateway } from '#core/gateway/ports.ts'
import { AppError } from '#core/lib/errors.ts'
import { toId, type StudioId, type UserId } from '#core/lib/ids.ts'
import { defineQuery } from '#core/query/define-query.ts'
import { makeFakeClock } from '#core/testing/fake-clock.ts'
import { makeKeptPages } from './kept-pages.ts'
import { makeMemoryStore } from './memory/memory-store.ts'
import { makePages } from './pages.ts'
import type { LocalStore, Online } from './ports.ts'

type Row = { readonly id: string }
type Answer = FeedPage<Row> | AppError

const studioId = toId<StudioId>('s1')
const offline = new AppError('offline', 'The server cannot be reached.', { retryable: true })
const page = (ids: string, next?: string): FeedPage<Row> => ({ items: ids.split('').map((id) => ({ id })), next })

/** A person's pages on a device; questions wait until a test answers them. */
function open({
  store = makeMemoryStore(),
  user = 'u1',
  restMs = 0,
}: { store?: LocalStore; user?: string; restMs?: number } = {}) {
  const clock = makeFakeClock()
  const asked: { about: string; after: string | undefined; signal: AbortSignal; answer: (answer: Answer) => void }[] =
    []
  let tellNews = (): void => undefined
  let tellOnline = (): void => undefined
  const query = defineQuery({
    name: 'rows',
    restMs,
    fields: { id: true },
    fetch: async (_gateway, { about }: { studioId: StudioId; about: string }, { after, signal }) =>
      await new Promise<FeedPage<Row>>((resolve, reject) => {
        const answer = (given: Answer): void => (given instanceof AppError ? reject(given) : resolve(given))
        asked.push({ about, after, signal, answer })
      }),
  })
  const online: Online = {
    isOnline: () => true,
    subscribe: (listener) => {
      tellOnline = listener
      return () => undefined
    },
  }
  const pages = makePages({
    userId: toId<UserId>(user),
    gateway: {} as unknown as Gateway,
    kept: makeKeptPages(store),
    clock,
    ids: { random: () => 1 },
    online,
    watchNews: (_studioId, onNews) => {
      tellNews = onNews
      return () => undefined
    },
  })
  const question = query({ studioId, about: 'ana' })
  const answer = async (given: Answer): Promise<void> => {
    await clock.settle()
    asked.shift()?.answer(given)
    await clock.settle()
  }
  const shown = (about = question): string =>
    pages
      .get(about)
      .rows.map(({ id }) => id)
      .join('')
  const isReturned = (): void => tellOnline()
  return { pages, clock, query, question, asked, answer, shown, isReturned, tellNews: () => tellNews(), store }
}

const nobody = (): void => undefined

test('pages follow each other by cursor, each fetched once, until the last', async () => {
  const { pages, question, answer, asked, shown } = open()
  pages.watch(question, nobody)
  await answer(page('ab', 'after b'))

  void pages.more(question)
  void pages.more(question)
  expect(asked.map(({ after }) => after)).toEqual(['after b'])
  await answer(page('c'))
  await pages.more(question)

  expect(shown()).toBe('abc')
  expect(asked).toEqual([])
})

test('an unreachable server is retried with growing waits, and at once when the network is back', async () => {
  const { pages, question, answer, asked, clock, isReturned, shown } = open()
  pages.watch(question, nobody)
  await answer(offline)
  expect(pages.get(question)).toMatchObject({ isLoading: false, failure: { code: 'offline' }, answeredAt: undefined })

  await clock.advance(500)
  await answer(offline)
  await clock.advance(500)
  expect(asked).toEqual([])
  await clock.advance(500)
  await answer(offline)
  isReturned()
  await answer(page('a'))
  await clock.advance(60_000)

  expect(shown()).toBe('a')
  expect(pages.get(question).failure).toBeUndefined()
  expect(asked).toEqual([])
})

test('a refused question is not retried, and its rows leave the screen and the device', async () => {
  const first = open()
  first.pages.watch(first.question, nobody)
  await first.answer(page('a'))
  first.tellNews()
  await first.clock.advance(300)
  await first.answer(new AppError('permission-denied', 'No'))
  await first.clock.advance(60_000)

  expect(first.shown()).toBe('')
  expect(first.asked).toEqual([])
  const later = open({ store: first.store })
  later.pages.watch(later.question, nobody)
  await later.answer(offline)
  expect(later.shown()).toBe('')
})

test('the last answer is shown after a restart with its time, and the first new one replaces it', async () => {
  const first = open()
  first.pages.watch(first.question, nobody)
  await first.answer(page('ab'))
  const { answeredAt } = first.pages.get(first.question)

  const later = open({ store: first.store })
  later.pages.watch(later.question, nobody)
  await later.answer(offline)
  expect(later.shown()).toBe('ab')
  expect(later.pages.get(later.question)).toMatchObject({ answeredAt, failure: { code: 'offline' } })

  later.isReturned()
  await later.answer(page('c'))
  expect(later.shown()).toBe('c')
})

test('a stored row without a field that rows now have is dropped with its page', async () => {
  const first = open()
  first.pages.watch(first.question, nobody)
  await first.answer({ items: [{ id: 'a' }, {} as unknown as Row], next: undefined })

  const later = open({ store: first.store })
  later.pages.watch(later.question, nobody)
  await later.answer(offline)

  expect(later.shown()).toBe('')
})

test('an answer that arrives after the person or the visit has changed is ignored', async () => {
  const { pages, query, question, asked, answer, shown, clock } = open()
  const other = query({ studioId, about: 'bea' })
  pages.watch(question, nobody)()
  pages.watch(other, nobody)
  pages.watch(question, nobody)
  const [late] = asked.splice(0, 1)
  expect(late?.signal.aborted).toBe(true)
  await answer(page('b'))
  await answer(page('a'))

  late?.answer(page('x'))
  await clock.settle()

  expect([shown(), shown(other)]).toEqual(['a', 'b'])
})

test('an answer overtaken by a local change is fetched again instead of shown', async () => {
  const { pages, question, answer, shown } = open()
  pages.watch(question, nobody)
  await answer(page('a'))
  void pages.refresh(question)
  pages.patch<Row>(question, () => [{ id: 'b' }])

  await answer(page('a'))
  expect(shown()).toBe('b')
  await answer(page('b'))
  expect(shown()).toBe('b')
})

test('a burst of news causes one request, shortly after the last of it', async () => {
  const { pages, question, answer, asked, tellNews, clock, shown } = open()
  pages.watch(question, nobody)
  await answer(page('a'))
  tellNews()
  tellNews()
  await clock.advance(300)

  expect(asked).toHaveLength(1)
  await answer(page('ba'))
  expect(shown()).toBe('ba')
})

test('a question with a rest time is not asked again before that, however much news arrives', async () => {
  const { pages, question, answer, asked, tellNews, clock, shown } = open({ restMs: 30_000 })
  pages.watch(question, nobody)
  await answer(page('a'))
  tellNews()
  await clock.advance(10_000)
  tellNews()
  await clock.advance(19_000)
  expect(asked).toHaveLength(0)

  await clock.advance(1_000)
  expect(asked).toHaveLength(1)
  await answer(page('b'))
  expect(shown()).toBe('b')
})

test.each([0, 30_000])('setting the clock back an hour delays no news (rest: %i ms)', async (restMs) => {
  const { pages, question, answer, asked, tellNews, clock } = open({ restMs })
  pages.watch(question, nobody)
  await answer(page('a'))
  clock.setBack(3_600_000)

  tellNews()
  await clock.advance(Math.max(300, restMs))

  expect(asked).toHaveLength(1)
})

test('a copy stored while the clock was ahead delays no news', async () => {
  const { store, ...first } = open()
  first.pages.watch(first.question, nobody)
  await first.answer(page('a'))
  const { pages, question, answer, asked, tellNews, clock } = open({ store })
  clock.setBack(3_600_000)
  pages.watch(question, nobody)
  await answer(offline)

  tellNews()
  await clock.advance(300)

  expect(asked).toHaveLength(1)
})

test('nothing is written to a device once its person has signed out', async () => {
  const { pages, question, answer, store } = open()
  pages.watch(question, nobody)
  await answer(page('a'))
  await pages.close()
  await store.clear()

  pages.patch<Row>(question, () => [{ id: 'b' }])
  await answer(page('c'))

  expect(await store.loadMeta('pages')).toBeUndefined()
  expect(await store.loadMeta(`page ${question.key}`)).toBeUndefined()
})

test('a device stores the two hundred questions answered last', async () => {
  const { pages, query, answer, store } = open()
  for (let number = 0; number <= 200; number += 1) {
    const leave = pages.watch(query({ studioId, about: `${number}` }), nobody)
    await answer(page('a'))
    leave()
  }

  const has = async (about: string) => (await store.loadMeta(`page ${query({ studioId, about }).key}`)) !== undefined
  expect(await Promise.all(['0', '1', '200'].map(has))).toEqual([false, true, true])
})
