import type { EpochMs } from '#core/lib/calendar-date.ts'
import type { Question } from '#core/query/define-query.ts'
import type { LocalStore } from './ports.ts'

/** The last answer to a question, as kept on the device. */
export type KeptPage<Row> = {
  readonly rows: readonly Row[]
  readonly next: string | undefined
  readonly answeredAt: EpochMs
}

/** Keeps the last answers on the person's device: the newest so many of them. */
export type KeptPages = {
  readonly load: <Row>(question: Question<Row>) => Promise<KeptPage<Row> | undefined>
  readonly save: <Row>(question: Question<Row>, page: KeptPage<Row>) => Promise<void>
  readonly drop: (question: Pick<Question<unknown>, 'key'>) => Promise<void>
  /** Writes nothing more; resolves when nothing is being written. */
  readonly close: () => Promise<void>
}

const mostKept = 200
const listKey = 'pages'
const metaKey = (key: string): string => `page ${key}`

/** Answers beside the person's scopes: what removes those removes these. A device that cannot keep them fails silently. */
export function makeKeptPages(store: Pick<LocalStore, 'loadMeta' | 'saveMeta'>): KeptPages {
  let writing: Promise<void> = Promise.resolve()
  let isClosed = false
  const write = async (act: () => Promise<void>): Promise<void> => {
    if (isClosed) return
    writing = writing.then(act).catch(() => undefined)
    await writing
  }
  const listKept = async (): Promise<readonly string[]> => {
    const kept = await store.loadMeta(listKey)
    return Array.isArray(kept) ? kept.filter((key) => typeof key === 'string') : []
  }
  const drop = async ({ key }: Pick<Question<unknown>, 'key'>): Promise<void> =>
    await write(async () => await store.saveMeta(metaKey(key), undefined))
  return {
    load: async <Row>(question: Question<Row>) => {
      const kept = await store.loadMeta(metaKey(question.key)).catch(() => undefined)
      if (kept === undefined) return undefined
      // Each field of each row is looked for; what they hold was written by this very app.
      if (isKeptPage(kept, question.fields)) return kept as KeptPage<Row>
      await drop(question)
      return undefined
    },
    save: async ({ key }, page) =>
      await write(async () => {
        await store.saveMeta(metaKey(key), page)
        const keys = [key, ...(await listKept()).filter((other) => other !== key)]
        await store.saveMeta(listKey, keys.slice(0, mostKept))
        for (const old of keys.slice(mostKept)) await store.saveMeta(metaKey(old), undefined)
      }),
    drop,
    close: async () => {
      isClosed = true
      await writing
    },
  }
}

function isKeptPage(kept: unknown, fields: readonly string[]): boolean {
  const { rows, next, answeredAt }: { rows?: unknown; next?: unknown; answeredAt?: unknown } = Object(kept)
  return (
    Array.isArray(rows) &&
    typeof answeredAt === 'number' &&
    (next === undefined || typeof next === 'string') &&
    rows.every((row: unknown) => typeof row === 'object' && row !== null && fields.every((field) => field in row))
  )
}
