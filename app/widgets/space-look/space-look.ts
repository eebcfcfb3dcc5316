import type { UserId } from '#core/lib/ids.ts'
import { readStored, writeStored } from '#app/lib/browser-storage.ts'
import { uiStore } from '#app/stores/ui-store.ts'

/**
 * A picture of a space's first rows as they were last seen: shown in place of the grid while its rows are read from the
 * cache.
 */
export type SpaceLook = { readonly width: number; readonly height: number; readonly url: string }

/** The person and address of a look: computers may be shared. */
type LookPlace = { readonly userId: UserId; readonly path: string }

/** A picture takes some hundred thousand characters; a browser stores five million. */
const SPACES = 6

const keyOf = ({ userId, path }: LookPlace): string => `spaceLook_${userId}_${path}`
const listKeyOf = ({ userId }: LookPlace): string => `spaceLooks_${userId}`

/** Describes what a picture was taken of, which must match to reuse it: this window in this theme. */
function frameNow(): string {
  const { theme, viewModes } = uiStore
  return `${window.innerWidth} ${window.innerHeight} ${window.devicePixelRatio} ${theme} ${viewModes.project}`
}

/** Stores a look in this browser, and drops those of spaces seen least recently. */
export function saveLook(place: LookPlace, { width, height, url }: SpaceLook): void {
  const others = (readStored(listKeyOf(place)) ?? '').split('\n').filter((path) => path !== place.path && path !== '')
  for (const path of others.splice(SPACES - 1)) writeStored(keyOf({ ...place, path }), undefined)
  writeStored(listKeyOf(place), [place.path, ...others].join('\n'))
  writeStored(keyOf(place), [frameNow(), width, height, url].join('\n'))
}

/** Finds the look stored for an address; absent where there is none that fits the window. */
export function findLook(place: LookPlace): SpaceLook | undefined {
  const [frame, width, height, url] = (readStored(keyOf(place)) ?? '').split('\n')
  if (frame !== frameNow() || url === undefined || !url.startsWith('data:image/')) return undefined
  return { width: Number(width), height: Number(height), url }
}
