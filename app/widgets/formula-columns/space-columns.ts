import type { ExpressionProblem, ExpressionValue } from '#core/expressions/types.ts'
import type { SpaceReplica } from '#core/items/space-replica.ts'
import type { CalendarDate } from '#core/lib/calendar-date.ts'
import type { ItemId } from '#core/lib/ids.ts'
import { err, ok, type Result } from '#core/lib/result.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import type { ColumnSource } from '#core/sync/formula-columns.ts'
import { makeColumnFeed, type ColumnFeed } from './column-feed.ts'

/** Up to this many items are calculated on the main thread without a noticeable delay. */
const mostInPage = 2000

/** Whole columns of a large space, calculated in a worker. */
export type SpaceColumns = {
  /** Whether the space is large enough, and the browser supports it. */
  readonly isBeside: () => boolean
  /** Returns a formula's or condition's value for an item; undefined until calculated. */
  readonly find: (source: ColumnSource, itemId: ItemId) => Result<ExpressionValue, ExpressionProblem> | undefined
  readonly getVersion: () => number
  /** Stops the worker; the next call of `find` starts it again. */
  readonly end: () => void
}

type ColumnsPlace = {
  readonly studio: StudioReplica
  readonly space: SpaceReplica
  readonly today: () => CalendarDate
  readonly tell: () => void
}

/** Returns the columns of a space; their worker starts on first use. */
export function makeSpaceColumns(place: ColumnsPlace): SpaceColumns {
  let feed: (ColumnFeed & { readonly end: () => void }) | undefined
  let isStarting = false
  let ended = 0
  let hasFailed = false
  // From then on the main thread calculates them.
  const fail = (): void => {
    hasFailed = true
    place.tell()
  }
  const begin = async (): Promise<void> => {
    const { startColumns } = await import('./start-columns.ts')
    let close = (): void => undefined
    const made = makeColumnFeed({
      ...place,
      start: (hear) => {
        const port = startColumns(hear, fail)
        close = port.close
        return port
      },
    })
    feed = { ...made, end: () => void [made.end(), close()] }
    place.tell()
  }
  return {
    isBeside: () =>
      !hasFailed && typeof Worker !== 'undefined' && place.space.replica.getRows('items').size > mostInPage,
    find: (source, itemId) => {
      // Without a network the worker's file may be missing.
      if (!isStarting) void begin().catch(fail)
      isStarting = true
      const value = feed?.find(source, itemId)
      if (value === undefined) return undefined
      return typeof value === 'object' && value !== null && 'problem' in value ? err(value.problem) : ok(value)
    },
    getVersion: () => ended + Number(hasFailed) + (feed?.getVersion() ?? 0),
    end: () => {
      ended += feed?.getVersion() ?? 0
      feed?.end()
      feed = undefined
      isStarting = false
    },
  }
}
