import type { SpaceId, UserId } from '#core/lib/ids.ts'
import type { FoundItem } from './item-corpus.ts'

/** Requests from the page to the worker that searches items. */
export type ItemSearchRequest =
  | {
      readonly kind: 'refresh'
      /** The user whose database on this device is read. */
      readonly userId: UserId
      /** The spaces to search. */
      readonly spaceIds: readonly SpaceId[]
      /** Those that may have changed since the last refresh. */
      readonly changedIds: readonly SpaceId[]
      readonly stages: readonly string[]
      /** Names of asset kinds, by id. */
      readonly kinds: readonly (readonly [id: string, name: string])[]
    }
  | { readonly kind: 'search'; readonly id: number; readonly query: string; readonly limit: number }
  | { readonly kind: 'find'; readonly id: number; readonly itemIds: readonly string[] }

export type ItemSearchAnswer = { readonly id: number; readonly items: readonly FoundItem[] }
