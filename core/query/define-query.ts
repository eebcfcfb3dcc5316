import type { FeedPage, Gateway } from '#core/gateway/ports.ts'
import type { StudioId, UserId } from '#core/lib/ids.ts'

/** The start of a page and who asks for it; `signal` cancels a request nobody waits for any more. */
export type PagePlace = {
  readonly after: string | undefined
  readonly userId: UserId
  readonly signal: AbortSignal
}

type AskedGateway = Pick<Gateway, 'call' | 'feeds'>

// A method's type, so that it is bivariant: a query of one kind of rows is also a query of several kinds.
type Merge<Row> = {
  of(
    known: readonly Row[],
    loaded: readonly Row[],
    page: { readonly isFirst: boolean; readonly hasLater: boolean },
  ): readonly Row[]
}

/** A paged question to a procedure: how to fetch it and how to merge its pages. */
export type Query<Args, Row> = {
  /** The name its last answer is cached under on the device. */
  readonly name: string
  /** Every field of a row: cached rows that lack one, from another version, are dropped. */
  readonly fields: Readonly<Record<keyof Row & string, true>>
  /** Fetches a page. Fails with an `AppError`. */
  readonly fetch: (gateway: AskedGateway, args: Args, place: PagePlace) => Promise<FeedPage<Row>>
  /** Merges a page into the known rows; `hasLater` if later ones were loaded. Without it a first page replaces all. */
  readonly merge?: Merge<Row>['of']
  /** For slow queries: milliseconds after an answer before news trigger the next fetch. */
  readonly restMs?: number
}

/** A query with its arguments; equal arguments have equal keys. */
export type Question<Row> = {
  readonly key: string
  readonly studioId: StudioId
  readonly fields: readonly string[]
  readonly fetch: (gateway: AskedGateway, place: PagePlace) => Promise<FeedPage<Row>>
  readonly merge: Merge<Row>['of'] | undefined
  readonly restMs: number
}

/**
 * Turns a query into a function that makes questions. While on screen, a question is asked again on news of the studio.
 */
export function defineQuery<Args extends { readonly studioId: StudioId }, Row>(
  query: Query<Args, Row>,
): (args: Args) => Question<Row> {
  return (args) => ({
    key: `${query.name} ${JSON.stringify(args)}`,
    studioId: args.studioId,
    fields: Object.keys(query.fields),
    fetch: async (gateway, place) => await query.fetch(gateway, args, place),
    merge: query.merge,
    restMs: query.restMs ?? 0,
  })
}
