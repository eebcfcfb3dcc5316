import {
  cropTo,
  formatCrop,
  parseCrop,
  getVisibleBox,
  trim,
  getWholeBox,
  type Crop,
  type CropSide,
} from '#core/boards/crop.ts'
import type { Placed } from '#core/boards/geometry.ts'
import type { CanvasItemRow } from '#core/schema/canvas-items.ts'
import { commitDrafts, type BoardModel } from './board-model.ts'
import type { Draft } from './board-view.ts'

type Cropping = Pick<BoardModel, 'board' | 'view' | 'change'>
type Shown = Pick<BoardModel, 'board' | 'view'>

/** The share of a side that a key press trims. */
export const cropStep = 0.01

/** Returns the picture being cropped, as its draft has it. */
function findCropped({ board, view }: Shown): CanvasItemRow | undefined {
  const { cropping, drafts } = view.get()
  const item = cropping === undefined ? undefined : board.find(cropping)
  return item && { ...item, ...drafts.get(item.id) }
}

export function startCrop({ view }: Pick<BoardModel, 'view'>, item: CanvasItemRow): void {
  view.set({
    cropping: item.id,
    selection: new Set([item.id]),
    focused: item.id,
    spoken: 'Cropping. Arrow keys crop a side, with Shift they restore it. Enter applies, Esc cancels.',
  })
}

/** Writes the crop as one undo step. */
export async function finishCrop(model: Cropping): Promise<void> {
  model.view.set({ cropping: undefined, spoken: 'Cropped' })
  await commitDrafts(model, 'Crop')
}

export function cancelCrop({ view }: Pick<BoardModel, 'view'>): void {
  view.set({ cropping: undefined, drafts: new Map(), spoken: 'Crop cancelled' })
}

/** Trims a side of the picture being cropped, or restores part of it. */
export function trimCrop(model: Shown, side: CropSide, by: number): void {
  const item = findCropped(model)
  if (item === undefined) return
  show(model, item, trim(parseCrop(item.crop), side, by))
}

/** Crops to a frame dragged by a handle. */
export function dragCrop(model: Shown, item: CanvasItemRow, frame: Placed): void {
  show(model, item, cropTo(getWholeBox(item), frame))
}

/** Returns an object's place with its whole picture shown again. */
export function uncropped(item: CanvasItemRow): Pick<CanvasItemRow, 'x' | 'y' | 'width' | 'height' | 'crop'> {
  const { x, y, width, height } = getWholeBox(item)
  return { x, y, width, height, crop: undefined }
}

function show({ view }: Pick<BoardModel, 'view'>, item: CanvasItemRow, crop: Crop): void {
  const placed = getVisibleBox(getWholeBox(item), crop)
  const draft: Draft = { ...placed, fontSize: item.fontSize, crop: formatCrop(crop) }
  view.set({ drafts: new Map([[item.id, draft]]) })
}
