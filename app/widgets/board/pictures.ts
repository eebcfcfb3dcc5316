import { makeListeners } from '#core/lib/listeners.ts'
import type { MediaId } from '#core/lib/ids.ts'

/** A decoded picture. */
export type Bitmap = { readonly width: number; readonly height: number; readonly close: () => void }

/**
 * Loads a picture: decodes it with a longer side of about `side` pixels. Resolves to undefined while there is none;
 * rejects if it cannot be shown.
 */
export type LoadBitmap<Drawn extends Bitmap> = (id: MediaId, side: number) => Promise<readonly Drawn[] | undefined>

/** Caches pictures at the sizes they are drawn at. Those out of sight are dropped when room is needed. */
export type Pictures<Drawn extends Bitmap> = {
  /** Returns the best available one for a longer side in device pixels; a better one is fetched. */
  readonly find: (id: MediaId, side: number) => Drawn | undefined
  /** Starts a drawing: pictures not requested again before the next one may be dropped. */
  readonly begin: () => void
  /** Requests missing pictures again, with the next drawing. */
  readonly retry: () => void
  /** Whether it turned out that the file cannot be shown. */
  readonly isUnshown: (id: MediaId) => boolean
  readonly getPixels: () => number
  readonly subscribe: (listener: () => void) => () => void
  /** Increases when a drawing may find other pictures. */
  readonly getVersion: () => number
  readonly close: () => void
}

/** Four bytes each: at most 192 MB of pictures out of sight. */
export const mostPixels = 48_000_000

/** The longer sides cached: each picture at a few of them. */
const pictureLevels = [32, 64, 128, 256, 512, 1024, 2048] as const

/** Returns the smallest level that is not blurred. */
export function getPictureLevel(side: number): number {
  return pictureLevels.find((level) => level >= side) ?? 2048
}

type Kept<Drawn> = { readonly level: number; readonly bitmap: Drawn; usedAt: number }
type PicturesDeps<Drawn extends Bitmap> = {
  readonly load: LoadBitmap<Drawn>
  /** The most pixels to keep; those of the current drawing always stay. */
  readonly mostPixels: number
  readonly parallel: number
}

// oxlint-disable-next-line max-lines-per-function -- one small store with its operations
export function makePictures<Drawn extends Bitmap>(deps: PicturesDeps<Drawn>): Pictures<Drawn> {
  const kept = new Map<MediaId, Kept<Drawn>[]>()
  const failed = new Set<string>()
  const unshown = new Set<MediaId>()
  const loading = new Set<MediaId>()
  const listeners = makeListeners()
  let wanted = new Map<MediaId, number>()
  let frame = 0
  let pixels = 0
  let version = 0
  let isClosed = false

  const tell = (): void => {
    version += 1
    listeners.tell()
  }
  const keep = (id: MediaId, bitmaps: readonly Drawn[]): void => {
    const list = kept.get(id) ?? []
    kept.set(id, list)
    for (const bitmap of bitmaps) {
      const level = getPictureLevel(Math.max(bitmap.width, bitmap.height))
      if (list.some((other) => other.level === level)) bitmap.close()
      else {
        list.push({ level, bitmap, usedAt: frame })
        pixels += bitmap.width * bitmap.height
      }
    }
    list.sort((one, other) => one.level - other.level)
    if (pixels > deps.mostPixels) evict()
  }
  const evict = (): void => {
    const old = [...kept].flatMap(([id, list]) =>
      list.filter(({ usedAt }) => usedAt < frame).map((entry) => ({ id, entry })),
    )
    old.sort((one, other) => one.entry.usedAt - other.entry.usedAt)
    for (const { id, entry } of old) {
      if (pixels <= deps.mostPixels * 0.9) return
      pixels -= entry.bitmap.width * entry.bitmap.height
      entry.bitmap.close()
      const rest = (kept.get(id) ?? []).filter((other) => other !== entry)
      if (rest.length === 0) kept.delete(id)
      else kept.set(id, rest)
    }
  }
  const pump = (): void => {
    for (const [id, level] of wanted) {
      if (isClosed || loading.size >= deps.parallel) return
      wanted.delete(id)
      if (!loading.has(id)) void fetch(id, level)
    }
  }
  const fetch = async (id: MediaId, level: number): Promise<void> => {
    loading.add(id)
    // A file that cannot be shown stays a grey box with its name, until the next retry.
    const bitmaps = await deps.load(id, level).catch(() => 'unshown' as const)
    loading.delete(id)
    if (isClosed) return
    if (bitmaps === undefined || bitmaps === 'unshown') failed.add(`${id} ${level}`)
    else keep(id, bitmaps)
    if (bitmaps === 'unshown') unshown.add(id)
    else if (bitmaps !== undefined) unshown.delete(id)
    if (bitmaps !== undefined) tell()
    pump()
  }

  return {
    find: (id, side) => {
      const level = getPictureLevel(side)
      const list = kept.get(id)
      const best = list?.find((entry) => entry.level >= level) ?? list?.at(-1)
      if (best !== undefined) best.usedAt = frame
      if ((best === undefined || best.level < level) && !failed.has(`${id} ${level}`) && !loading.has(id)) {
        wanted.set(id, level)
        if (loading.size < deps.parallel) queueMicrotask(pump)
      }
      return best?.bitmap
    },
    begin: () => {
      // Drops what the last drawing no longer needed.
      if (pixels > deps.mostPixels) evict()
      frame += 1
      wanted = new Map()
    },
    retry: () => {
      failed.clear()
      tell()
    },
    subscribe: listeners.subscribe,
    isUnshown: (id) => unshown.has(id) && !kept.has(id),
    getPixels: () => pixels,
    getVersion: () => version,
    close: () => {
      isClosed = true
      for (const list of kept.values()) for (const { bitmap } of list) bitmap.close()
      kept.clear()
    },
  }
}
