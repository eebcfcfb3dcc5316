import type { Database } from '../queryable.ts'

/** Looks up the largest object a bucket takes, in bytes; `undefined` if the bucket sets no limit. */
export function makeFindSizeLimit(database: Pick<Database, 'query'>) {
  return async (bucket: string): Promise<number | undefined> => {
    const [row] = await database.query<{ limit: string | number | null }>(
      'select file_size_limit as limit from storage.buckets where id = $1',
      [bucket],
    )
    // One driver returns bigint as text, the other as a number.
    const limit = row?.limit ?? undefined
    return limit === undefined ? undefined : Number(limit)
  }
}
