import type { LinkContent } from '#core/casting/item-links.ts'
import type { ItemId } from '#core/lib/ids.ts'
import type { CastContent } from '#app/widgets/cast/cast-content.ts'
import type { PopupModel } from './popup-store.ts'

/** What the item in view is made with and used in, as far as it has come. */
export type PopupCast = {
  readonly content: CastContent
  readonly itemId: ItemId
  readonly isWhole: boolean
  /** Why something that it is linked to is not there. */
  readonly absence: string
}

const absences = { coming: 'Loading…', failed: 'Not on this device', hidden: 'Out of sight' }

/** What was opened; whether the rest could not be brought. */
export type FoundLinks = { readonly content: LinkContent; readonly hasFailed: boolean }

// Not a proxy: it holds replicas, which report their own changes.
let cast: PopupCast | undefined
let isWhollyWanted = false
const waiting = new Set<() => void>()
const lookers = new Set<() => void>()

/** What is there of it now. */
export function findPopupCast(): PopupCast | undefined {
  return cast
}

/** The same once all of the project is there, or as much as can be had. */
export async function loadPopupCast(): Promise<PopupCast | undefined> {
  if (cast === undefined || cast.isWhole) return cast
  isWhollyWanted = true
  const settled = new Promise<void>((resolve) => waiting.add(resolve))
  lookForCast()
  await settled
  return cast
}

/** Says what has come; nothing once the popup is closed. */
export function setPopupCast(next: PopupCast | undefined): void {
  cast = next
  if (next === undefined || next.isWhole) endWaiting()
}

/** Stops waiting for what cannot be brought now. */
export function endWaiting(): void {
  isWhollyWanted = false
  for (const settle of waiting) settle()
  waiting.clear()
}

/** Whether what is not linked to the item is wanted as well. */
export function isWholeCastWanted(): boolean {
  return isWhollyWanted
}

/** Has more opened, where more is wanted. */
export function lookForCast(): void {
  for (const look of lookers) look()
}

export function listenForLooks(look: () => void): () => void {
  lookers.add(look)
  return () => lookers.delete(look)
}

/** What was opened, as casts are read. */
export function toPopupCast({ client, studio, row }: PopupModel, { content: found, hasFailed }: FoundLinks): PopupCast {
  const spaces = found.spaces.flatMap((replica) => {
    const space = studio.replica.find('spaces', replica.spaceId)
    return space === undefined ? [] : [{ space, replica }]
  })
  const content = { client, studio, casting: found.casting, spaces }
  const { isWhole } = found
  return { content, itemId: row.id, isWhole, absence: absences[isWhole ? 'hidden' : hasFailed ? 'failed' : 'coming'] }
}

/** Whether something that the item is linked to is in none of the spaces that are open. */
export function isCastMissing({ casting, spaces }: LinkContent, itemId: ItemId): boolean {
  const isThere = (id: ItemId): boolean => spaces.some(({ replica }) => replica.find('items', id) !== undefined)
  return (
    casting.getCast(itemId).some(({ toItemId }) => !isThere(toItemId)) ||
    casting.getUses(itemId).some(({ fromItemId }) => !isThere(fromItemId))
  )
}
