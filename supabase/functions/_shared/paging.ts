import * as v from 'valibot'
import { Failure } from './failure.ts'

/** The last row of a page: the next page starts after it. */
type Position = { time: string; id: string }

/** The `limit` query parameter: 1 to `most`, which is also the default. */
export function pageSize(most: number) {
  const message = `limit must be a number from 1 to ${most}`
  return v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,4}$/, message),
      v.transform(Number),
      v.minValue(1, message),
      v.maxValue(most, message),
    ),
    String(most),
  )
}

/** Parses the last page's `next_cursor`; undefined for the first page. */
export function readCursor(cursor: string | undefined): Position | undefined {
  if (cursor === undefined || cursor === '') return undefined
  try {
    const position: unknown = JSON.parse(atob(cursor.replaceAll('-', '+').replaceAll('_', '/')))
    const [time, id] = v.parse(
      v.tuple([v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\dT[\d:.]+[+\-\d:Z]*$/)), v.pipe(v.string(), v.uuid())]),
      position,
    )
    return { time, id }
  } catch {
    throw new Failure({
      status: 400,
      code: 'invalid_cursor',
      message: 'after must be the next_cursor of the page before',
    })
  }
}

/** Makes the opaque cursor of a page, null after the last one: as long as pages are full there may be more. */
export function toCursor(last: Position | undefined, isFull: boolean): string | null {
  if (last === undefined || !isFull) return null
  return btoa(JSON.stringify([last.time, last.id]))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
