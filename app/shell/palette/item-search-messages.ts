import type { SpaceId, UserId } from '#core/lib/ids.ts'
import type { FoundItem } from './item-corpus.ts'

/** What the page asks of the worker that knows the items. */
export type ItemSearchRequest =
  | {
      readonly kind: 'refresh'
      /** Whose database on this device is read. */
      readonly userId: UserId
      /** The spaces whose items may be found. */
      readonly spaceIds: readonly SpaceId[]
      /** Those of them that may have changed since the last time. */
      readonly changedIds: readonly SpaceId[]
      readonly stages: readonly string[]
      /** Kinds of assets by their ids. */
      readonly kinds: readonly (readonly [id: string, name: string])[]
    }
  | { readonly kind: 'search'; readonly id: number; readonly query: string; readonly limit: number }
  | { readonly kind: 'find'; readonly id: number; readonly itemIds: readonly string[] }

export type ItemSearchAnswer = { readonly id: number; readonly items: readonly FoundItem[] }
