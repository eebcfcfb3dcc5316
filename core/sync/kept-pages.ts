import type { EpochMs } from '#core/lib/calendar-date.ts'
import type { Question } from '#core/query/define-query.ts'
import type { LocalStore } from './ports.ts'

/** The last response to a question, as stored on the device. */
export type KeptPage<Row> = {
  readonly rows: readonly Row[]
  readonly next: string | undefined
  readonly answeredAt: EpochMs
}

/** Stores the latest responses on the person's device, up to a fixed number. */
export type KeptPages = {
  readonly load: <Row>(question: Question<Row>) => Promise<KeptPage<Row> | undefined>
  readonly save: <Row>(question: Question<Row>, page: KeptPage<Row>) => Promise<void>
  readonly drop: (question: Pick<Question<unknown>, 'key'>) => Promise<void>
  /** Stops writing; resolves when the last write has ended. */
  readonly close: () => Promise<void>
}

const mostKept = 200
const listKey = 'pages'
const metaKey = (key: string): string => `page ${key}`

/**
 * Stores responses beside the person's scopes, so that clearing those clears these. Fails silently on a device that
 * cannot store them.
 */
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
      // Only the presence of each field is checked; the values were written by this same app.
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
