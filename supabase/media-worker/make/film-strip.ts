import { FilterAPI, type Frame } from 'node-av'
import { writeFile } from 'node:fs/promises'
import type { Light } from './light.ts'
import { shownSize, turnOf } from './shown-size.ts'
import { toScreen, toWebp, withPixels, type Size } from './pictures.ts'

/** The app derives the number of pictures in a strip from this width. */
const tileWidth = 160
const mostTiles = 100
const mostBytes = 150_000
const yuv420p = 0

/** Makes a film's strip: evenly spaced frames side by side, at most two per second. */
export function makeStrip(seconds: number, light: Light) {
  const count = Math.max(1, Math.min(mostTiles, Math.ceil(seconds * 2)))
  const tiles: Buffer[] = []
  let size: Size | undefined
  let filter: FilterAPI | undefined

  return {
    /** Takes the frame shown at a time if it belongs in the strip. */
    async look(frame: Frame, at: number): Promise<void> {
      if (tiles.length >= count || at < ((tiles.length + 0.5) * seconds) / count) return
      const shown = shownSize(frame)
      size ??= { width: tileWidth, height: Math.max(2, Math.round((shown.height / shown.width) * (tileWidth / 2)) * 2) }
      filter ??= FilterAPI.create(`${light.filter}${turnOf(frame)}${toScreen(frame, size, 'yuv420p')}`)
      const copy = frame.clone()
      const [tile] = copy === null ? [] : await filter.processAll(copy)
      if (tile !== undefined) tiles.push(Buffer.from(tile.toBuffer()))
      tile?.free()
      copy?.free()
    },
    /** Returns false if the film broke off before its first picture. */
    async write(file: string): Promise<boolean> {
      filter?.close()
      const last = tiles.at(-1)
      if (size === undefined || last === undefined) return false
      while (tiles.length < count) tiles.push(last)
      const strip = { width: tileWidth * count, height: size.height }
      await withPixels(sideBySide(tiles, size), { ...strip, format: yuv420p }, async (frame) => {
        await writeFile(file, await toWebp(frame, 60, mostBytes))
      })
      return true
    },
  }
}

/** The planes of several yuv420p pictures combined into one. */
function sideBySide(tiles: readonly Buffer[], { width, height }: Size): Buffer {
  const planes = [
    { from: 0, width, height },
    { from: width * height, width: width / 2, height: height / 2 },
    { from: (width * height * 5) / 4, width: width / 2, height: height / 2 },
  ]
  const rows: Buffer[] = []
  for (const plane of planes)
    for (let row = 0; row < plane.height; row += 1)
      for (const tile of tiles) {
        const from = plane.from + row * plane.width
        rows.push(tile.subarray(from, from + plane.width))
      }
  return Buffer.concat(rows)
}
