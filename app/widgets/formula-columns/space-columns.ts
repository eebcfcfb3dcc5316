import type { ExpressionProblem, ExpressionValue } from '#core/expressions/types.ts'
import type { SpaceReplica } from '#core/items/space-replica.ts'
import type { CalendarDate } from '#core/lib/calendar-date.ts'
import type { ItemId } from '#core/lib/ids.ts'
import { err, ok, type Result } from '#core/lib/result.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import type { ColumnSource } from '#core/sync/formula-columns.ts'
import { makeColumnFeed, type ColumnFeed } from './column-feed.ts'

/** So many items are worked out in the page at once without anybody noticing. */
const mostInPage = 2000

/** Whole columns of a large space, worked out beside the page. */
export type SpaceColumns = {
  /** Whether the space is large enough, and the browser can. */
  readonly isBeside: () => boolean
  /** What a formula or condition gives for an item; undefined until it is worked out. */
  readonly find: (source: ColumnSource, itemId: ItemId) => Result<ExpressionValue, ExpressionProblem> | undefined
  readonly getVersion: () => number
  /** Ends what was begun; it begins anew when it is asked. */
  readonly end: () => void
}

type ColumnsPlace = {
  readonly studio: StudioReplica
  readonly space: SpaceReplica
  readonly today: () => CalendarDate
  readonly tell: () => void
}

/** Columns of a space; their worker is started with the first question. */
export function makeSpaceColumns(place: ColumnsPlace): SpaceColumns {
  let feed: (ColumnFeed & { readonly end: () => void }) | undefined
  let isStarting = false
  let ended = 0
  let hasFailed = false
  // The page works them out by itself then.
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
      // Without a network its file may not be there.
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
