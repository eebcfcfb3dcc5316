import { areWideInitials } from '#core/lib/wide-initials.ts'
import { rowsWithin } from '../model/lay-out-board.ts'
import type { TextFitter } from './fit-text.ts'
import { makePicture } from './make-picture.ts'
import type { NameLabel } from './name-labels.ts'
import type { Palette } from './palette.ts'
import type { Scene } from './scene.ts'
import { headerHeight, nameWidth } from './sizes.ts'

const avatarSize = 20
const meterHeight = 3

/** Pixels from the top of a row; `tight` is for the lowest rows (45). */
const roomy = { avatar: 5, name: 15.5, detail: 34, meter: 46, height: 50 }
const tight = { avatar: 3, name: 13, detail: 28.5, meter: 37, height: 44 }
const roomyHeight = 52
/** More than are ever visible. */
const maxKept = 100

type Places = typeof roomy

/** The style of all names: when a part of it changes, all are drawn again. */
type Style = { readonly palette: Palette; readonly width: number; readonly pixelRatio: number }

/** Paints the names left of the days, on their rows. */
export type NamePainter = (context: CanvasRenderingContext2D, scene: Scene, pixelRatio: number) => void

/**
 * Makes a painter that draws each name once and then reuses its bitmap: panning moves names, it does not change them.
 */
export function makeNamePainter(fitText: TextFitter): NamePainter {
  const pictures = new Map<NameLabel, { readonly places: Places; readonly image: ImageBitmap }>()
  let style: Style | undefined
  return (context, scene, pixelRatio) => {
    const { palette, height, top, nameWidth: width } = scene
    if (
      style?.palette !== palette ||
      style.width !== width ||
      style.pixelRatio !== pixelRatio ||
      pictures.size > maxKept
    )
      pictures.clear()
    style = { palette, width, pixelRatio }
    context.fillStyle = palette.page
    context.fillRect(0, headerHeight, width, height)
    const rows = rowsWithin(scene.layout, top, top + height)
    for (const row of rows) {
      const label = scene.labelOf(row)
      const places = row.height < roomyHeight ? tight : roomy
      const known = pictures.get(label)
      const image = known?.places === places ? known.image : drawName(style, { label, places, fitText })
      if (image !== known?.image) pictures.set(label, { places, image })
      // The name stays visible while its row extends beyond the upper edge.
      const y = row.y + Math.min(Math.max(0, top - row.y), row.height - 1 - places.height)
      // Aligned to device pixels, or the bitmap would be blurred.
      const place = Math.round((y - top + headerHeight) * pixelRatio) / pixelRatio
      context.drawImage(image, 0, place, width, places.height)
    }
    context.fillStyle = palette.line
    context.fillRect(width - 1, 0, 1, headerHeight + height)
    for (const row of rows) context.fillRect(0, row.y - top + headerHeight + row.height - 1, width, 1)
  }
}

type Name = { readonly label: NameLabel; readonly places: Places; readonly fitText: TextFitter }
type Pencil = { readonly context: OffscreenCanvasRenderingContext2D; readonly palette: Palette }

function drawName({ palette, width, pixelRatio }: Style, { label, places, fitText }: Name): ImageBitmap {
  const { canvas, context } = makePicture({ width, height: places.height, pixelRatio, color: palette.page })
  const pencil = { context, palette }
  // With little room, a name and its hours say more than an avatar and a role.
  const isNarrow = width < nameWidth
  const start = isNarrow ? 8 : 12
  const end = width - start + 1
  const write = (text: string, font: string, { x, y }: Point): void => {
    context.font = font
    context.fillText(fitText(text, end - x, font), x, y)
  }
  if (!isNarrow) drawAvatar(pencil, label, { x: start, y: places.avatar })
  context.fillStyle = palette.text
  write(label.name, palette.nameFont, { x: isNarrow ? start : start + avatarSize + 8, y: places.name })
  context.fillStyle = palette.quiet
  write(isNarrow ? label.shortDetail : label.detail, palette.smallFont, { x: start, y: places.detail })
  drawMeter(pencil, label, { start, end, top: places.meter })
  return canvas.transferToImageBitmap()
}

type Point = { readonly x: number; readonly y: number }

function drawAvatar({ context, palette }: Pencil, { picture, color, initials }: NameLabel, { x, y }: Point): void {
  const radius = avatarSize / 2
  context.beginPath()
  context.arc(x + radius, y + radius, radius, 0, 2 * Math.PI)
  if (picture === undefined) {
    context.fillStyle = color
    context.fill()
    context.font = areWideInitials(initials) ? palette.wideInitialsFont : palette.initialsFont
    context.textAlign = 'center'
    context.fillStyle = palette.onFill
    context.fillText(initials, x + radius, y + radius + 0.5)
    context.textAlign = 'left'
    return
  }
  // Cropped to a square.
  const { naturalWidth, naturalHeight } = picture
  const side = Math.min(naturalWidth, naturalHeight)
  const [left, top] = [(naturalWidth - side) / 2, (naturalHeight - side) / 2]
  context.save()
  context.clip()
  context.drawImage(picture, left, top, side, side, x, y, avatarSize, avatarSize)
  context.restore()
}

type Span = { readonly start: number; readonly end: number; readonly top: number }

/** Draws how full the week is. */
function drawMeter({ context, palette }: Pencil, { share, isOver }: NameLabel, { start, end, top }: Span): void {
  const fillPill = (width: number): void => {
    context.beginPath()
    context.roundRect(start, top, width, meterHeight, meterHeight / 2)
    context.fill()
  }
  context.fillStyle = palette.off
  fillPill(end - start)
  context.fillStyle = isOver ? palette.warn : palette.ok
  if (share > 0) fillPill((end - start) * share)
}
