import type { FeedPage, Gateway } from '#core/gateway/ports.ts'
import type { StudioId, UserId } from '#core/lib/ids.ts'

/** Where a page of an answer starts, and who asks; `signal` ends a question that nobody waits for any more. */
export type PagePlace = {
  readonly after: string | undefined
  readonly userId: UserId
  readonly signal: AbortSignal
}

type AskedGateway = Pick<Gateway, 'call' | 'feeds'>

// A method's type: questions about one kind of rows are questions about several kinds, too.
type Merge<Row> = {
  of(
    known: readonly Row[],
    loaded: readonly Row[],
    page: { readonly isFirst: boolean; readonly hasLater: boolean },
  ): readonly Row[]
}

/** Something that a procedure is asked: how, and how its pages come together. */
export type Query<Args, Row> = {
  /** Its name on the device, where its last answer is kept. */
  readonly name: string
  /** Every field of a row: one that was kept by another version and lacks a field is dropped. */
  readonly fields: Readonly<Record<keyof Row & string, true>>
  /** A page. Fails with an `AppError`. */
  readonly fetch: (gateway: AskedGateway, args: Args, place: PagePlace) => Promise<FeedPage<Row>>
  /** Puts a page to what is known, `hasLater` where later ones were loaded. Without it a first page replaces everything. */
  readonly merge?: Merge<Row>['of']
  /** What takes the server long: after an answer news wait so many milliseconds before they ask again. */
  readonly restMs?: number
}

/** A query about something: the same arguments are the same question. */
export type Question<Row> = {
  readonly key: string
  readonly studioId: StudioId
  readonly fields: readonly string[]
  readonly fetch: (gateway: AskedGateway, place: PagePlace) => Promise<FeedPage<Row>>
  readonly merge: Merge<Row>['of'] | undefined
  readonly restMs: number
}

/** Makes a query into what asks it. News of the studio ask it again for as long as somebody looks at it. */
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
