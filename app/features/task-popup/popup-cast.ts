import type { LinkContent } from '#core/casting/item-links.ts'
import { makeListeners } from '#core/lib/listeners.ts'
import type { ItemId } from '#core/lib/ids.ts'
import type { CastContent } from '#app/widgets/cast/cast-content.ts'
import type { PopupModel } from './popup-store.ts'

/** The cast and uses of the item in view, as far as loaded. */
export type PopupCast = {
  readonly content: CastContent
  readonly itemId: ItemId
  readonly isWhole: boolean
  /** Why a linked item is missing. */
  readonly absence: string
}

const absences = { coming: 'Loading…', failed: 'Not on this device', hidden: 'Out of sight' }

/** The links opened so far, and whether loading the rest failed. */
export type FoundLinks = { readonly content: LinkContent; readonly hasFailed: boolean }

// Not a proxy: it holds replicas, which report their own changes.
let cast: PopupCast | undefined
let isWhollyWanted = false
const waiting = new Set<() => void>()
const lookers = makeListeners()

/** Returns what has loaded so far. */
export function findPopupCast(): PopupCast | undefined {
  return cast
}

/** Waits until the whole project is loaded, or as much of it as possible. */
export async function loadPopupCast(): Promise<PopupCast | undefined> {
  if (cast === undefined || cast.isWhole) return cast
  isWhollyWanted = true
  const settled = new Promise<void>((resolve) => waiting.add(resolve))
  openWantedSpaces()
  await settled
  return cast
}

/** Sets what has loaded; undefined once the popup is closed. */
export function setPopupCast(next: PopupCast | undefined): void {
  cast = next
  if (next === undefined || next.isWhole) endWaiting()
}

/** Stops waiting for what cannot be loaded now. */
export function endWaiting(): void {
  isWhollyWanted = false
  for (const settle of waiting) settle()
  waiting.clear()
}

/** Returns whether items without a link to this one are wanted, too. */
export function isWholeCastWanted(): boolean {
  return isWhollyWanted
}

/** Opens more spaces, if they are wanted. */
export const openWantedSpaces = lookers.tell
export const onSpacesWanted = lookers.subscribe

/** Returns the opened links in the form that casts are read in. */
export function toPopupCast({ client, studio, row }: PopupModel, { content: found, hasFailed }: FoundLinks): PopupCast {
  const spaces = found.spaces.flatMap((replica) => {
    const space = studio.replica.find('spaces', replica.spaceId)
    return space === undefined ? [] : [{ space, replica }]
  })
  const content = { client, studio, casting: found.casting, spaces }
  const { isWhole } = found
  return { content, itemId: row.id, isWhole, absence: absences[isWhole ? 'hidden' : hasFailed ? 'failed' : 'coming'] }
}

/** Returns whether a linked item is in none of the open spaces. */
export function isCastMissing({ casting, spaces }: LinkContent, itemId: ItemId): boolean {
  const isThere = (id: ItemId): boolean => spaces.some(({ replica }) => replica.find('items', id) !== undefined)
  return (
    casting.getCast(itemId).some(({ toItemId }) => !isThere(toItemId)) ||
    casting.getUses(itemId).some(({ fromItemId }) => !isThere(fromItemId))
  )
}
