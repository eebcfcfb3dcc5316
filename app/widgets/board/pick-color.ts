import { centreOf, turn, type Point } from '#core/domain/board-geometry.ts'
import type { CanvasItemRow } from '#core/domain/rows.ts'
import { showToast } from '#app/stores/toast-store.ts'
import { findAt } from './board-pointer.ts'
import type { BoardModel } from './board-model.ts'
import type { BoardPage } from './board-page.ts'

/** Takes the colour in the middle of the selected image; without one, the next click on an image takes it. */
export async function pickFromSelected(page: BoardPage): Promise<void> {
  const { model } = page
  const image = model.getSelected().find(({ type }) => type !== 'text')
  if (image === undefined) model.view.set({ tool: 'pick', spoken: 'Click an image to take its colour' })
  else await pickAt(page, image, centreOf(image))
}

/** Takes the colour of an image at a point of the board: copied, and given to the texts that are selected. */
export async function pickColor(page: BoardPage, at: Point): Promise<void> {
  const { model } = page
  model.view.set({ tool: 'select' })
  const item = findAt(model, at)
  if (item !== undefined && item.type !== 'text') await pickAt(page, item, at)
}

async function pickAt({ model, getBrush }: BoardPage, item: CanvasItemRow, at: Point): Promise<void> {
  const picture = item.mediaId && getBrush().findPicture(item.mediaId, Math.max(item.width, item.height))
  const color = picture === undefined ? undefined : readColor(picture, item, at)
  if (color === undefined) {
    showToast({ kind: 'error', text: 'The colour could not be read: the image is not here yet.' })
    return
  }
  const texts = model.getMovable().filter(({ type }) => type === 'text')
  if (texts.length > 0 && model.canEdit())
    await model.change({ label: 'Set colour', set: texts.map(({ id }) => ({ id, fields: { color } })) })
  await copy(color)
  showColor(model, color)
}

function showColor({ view }: BoardModel, color: string): void {
  view.set({ spoken: `Colour ${color} copied` })
  showToast({ kind: 'success', text: `Colour ${color} copied` })
}

async function copy(color: string): Promise<void> {
  // Without the permission the colour is still shown, to be typed.
  await navigator.clipboard.writeText(color).catch(() => undefined)
}

function readColor(picture: CanvasImageSource, item: CanvasItemRow, at: Point): string | undefined {
  const side = 256
  const canvas = new OffscreenCanvas(side, side)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (context === null) return undefined
  context.drawImage(picture, 0, 0, side, side)
  const { x, y } = turn(at, centreOf(item), -item.rotation)
  const pixel = (share: number): number => Math.min(side - 1, Math.max(0, Math.floor(share * side)))
  const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(
    pixel((x - item.x) / item.width),
    pixel((y - item.y) / item.height),
    1,
    1,
  ).data
  if (alpha === 0) return undefined
  return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`
}
