import type { CanvasItemRow } from '#core/schema/canvas-items.ts'
import { centreOf, turn, type Point } from '#core/boards/geometry.ts'
import { showToast } from '#app/stores/toast-store.ts'
import { findAt } from './board-pointer.ts'
import type { BoardModel } from './board-model.ts'
import type { BoardPage } from './board-page.ts'
import { getPlaceForNew } from './place-files.ts'
import type { Picture } from './paint-items.ts'
import { copyText } from '#app/lib/copy-text.ts'

/**
 * Picks the colour under the pointer, or in the middle of the selected image; otherwise the next click on an image
 * picks it.
 */
export async function pickHere(page: BoardPage): Promise<void> {
  const { model } = page
  const { point, isPointed } = getPlaceForNew(model)
  const pointed = isPointed ? findAt(model, point) : undefined
  const selected = model.getSelected().find(({ type }) => type !== 'text')
  if (pointed !== undefined && pointed.type !== 'text') await pickAt(page, pointed, point)
  else if (selected !== undefined) await pickAt(page, selected, centreOf(selected))
  else model.view.set({ tool: 'pick', spoken: 'Click an image to take its colour' })
}

/** Picks an image's colour at a point of the board: copies it, and applies it to the selected texts. */
export async function pickColor(page: BoardPage, at: Point): Promise<void> {
  const { model } = page
  model.view.set({ tool: 'select' })
  const item = findAt(model, at)
  if (item !== undefined && item.type !== 'text') await pickAt(page, item, at)
}

async function pickAt({ model, brush }: BoardPage, item: CanvasItemRow, at: Point): Promise<void> {
  // At the sharpness on screen.
  const side = Math.max(item.width, item.height) * model.view.get().camera.zoom * devicePixelRatio
  const picture = item.mediaId && brush.findPicture(item.mediaId, side)
  const color = picture === undefined ? undefined : readColor(picture, item, at)
  if (color === undefined) {
    showToast({ kind: 'error', text: 'The colour could not be read: the image has not loaded yet.' })
    return
  }
  const texts = model.getMovable().filter(({ type }) => type === 'text')
  if (texts.length > 0 && model.canEdit())
    await model.change({ label: 'Set colour', set: texts.map(({ id }) => ({ id, fields: { color } })) })
  // A browser that refuses still shows the colour, to be typed.
  await copyText(color).catch(() => undefined)
  showColor(model, color)
}

function showColor({ view }: BoardModel, color: string): void {
  view.set({ spoken: `Colour ${color} copied` })
  showToast({ kind: 'success', text: `Colour ${color} copied` })
}

/** Reads the pixel of a picture at a point of the board. */
function readColor(picture: Picture, item: CanvasItemRow, at: Point): string | undefined {
  const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
  if (context === null) return undefined
  const { x, y } = turn(at, centreOf(item), -item.rotation)
  const along = (share: number, pixels: number): number => Math.min(pixels - 1, Math.max(0, Math.floor(share * pixels)))
  const left = along((x - item.x) / item.width, picture.width)
  const top = along((y - item.y) / item.height, picture.height)
  context.drawImage(picture, left, top, 1, 1, 0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data
  if (alpha === 0) return undefined
  return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`
}
