import { centreOf, turn, type Placed } from './geometry.ts'

/** The shares cut off a picture's sides, from 0 to less than 1. */
export type Crop = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number }
export type CropSide = keyof Crop

/** A crop that cuts nothing off. */
export const wholePicture: Crop = { left: 0, top: 0, right: 0, bottom: 0 }

/** The least share of a side that stays visible. */
const least = 0.05

type Cropped = Placed & { readonly crop?: string | undefined }

/** Reads a crop as a board stores it, `left,top,right,bottom`; the whole picture for anything else. */
export function parseCrop(text: string | undefined): Crop {
  const [left = 0, top = 0, right = 0, bottom = 0] = (text ?? '').split(',').map(Number)
  const crop = { left, top, right, bottom }
  const isPossible = Object.values(crop).every((share) => share >= 0 && share < 1)
  return isPossible && left + right < 1 && top + bottom < 1 ? crop : wholePicture
}

/** Writes a crop as a board stores it; absent for the whole picture. */
export function formatCrop({ left, top, right, bottom }: Crop): string | undefined {
  const shares = [left, top, right, bottom].map((share) => String(Math.round(share * 10_000) / 10_000))
  return shares.every((share) => share === '0') ? undefined : shares.join(',')
}

/** Returns where the whole picture of a cropped object would lie. */
export function getWholeBox(item: Cropped): Placed {
  const { left, top, right, bottom } = parseCrop(item.crop)
  const [width, height] = [item.width / (1 - left - right), item.height / (1 - top - bottom)]
  const upright = { x: item.x - left * width, y: item.y - top * height, width, height }
  const { x, y } = turn(centreOf(upright), centreOf(item), item.rotation)
  return { x: x - width / 2, y: y - height / 2, width, height, rotation: item.rotation }
}

/** Returns where the visible part of a whole picture lies. */
export function getVisibleBox(whole: Placed, { left, top, right, bottom }: Crop): Placed {
  const width = whole.width * (1 - left - right)
  const height = whole.height * (1 - top - bottom)
  const upright = { x: whole.x + left * whole.width, y: whole.y + top * whole.height, width, height }
  const { x, y } = turn(centreOf(upright), centreOf(whole), whole.rotation)
  return { x: x - width / 2, y: y - height / 2, width, height, rotation: whole.rotation }
}

/**
 * Returns the crop that shows the part of a whole picture inside a frame of the same rotation, clamped to the picture.
 */
export function cropTo(whole: Placed, frame: Placed): Crop {
  const { x, y } = turn(centreOf(frame), centreOf(whole), -whole.rotation)
  const share = (from: number, length: number): number => Math.min(1 - least, Math.max(0, from / length))
  const left = share(x - frame.width / 2 - whole.x, whole.width)
  const top = share(y - frame.height / 2 - whole.y, whole.height)
  const right = share(whole.x + whole.width - x - frame.width / 2, whole.width)
  const bottom = share(whole.y + whole.height - y - frame.height / 2, whole.height)
  return { left, top, right: Math.min(right, 1 - least - left), bottom: Math.min(bottom, 1 - least - top) }
}

/** Cuts more off one side of a crop, or less where `by` is negative. */
export function trim(crop: Crop, side: CropSide, by: number): Crop {
  const opposite = { left: 'right', right: 'left', top: 'bottom', bottom: 'top' } as const
  const share = Math.min(1 - least - crop[opposite[side]], Math.max(0, crop[side] + by))
  return { ...crop, [side]: share }
}

/** Returns the longest side of the whole picture: the size to decode it for. */
export function getWholeSide(item: Cropped): number {
  const { width, height } = getWholeBox(item)
  return Math.max(width, height)
}
