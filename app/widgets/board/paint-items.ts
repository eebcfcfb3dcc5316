import type { CanvasItemRow } from '#core/schema/canvas-items.ts'
import { parseCrop, getWholeSide } from '#core/boards/crop.ts'
import type { Camera } from '#core/boards/camera.ts'
import { boardLimits } from '#core/boards/limits.ts'
import type { MediaId } from '#core/lib/ids.ts'
import { layOutText, textPadding } from './lay-out-text.ts'

/** A drawable picture with a size. */
export type Picture = ImageBitmap | HTMLCanvasElement | OffscreenCanvas

/** What objects are drawn with. */
export type Brush = {
  /** Returns a file's picture for a longer side in device pixels. */
  readonly findPicture: (id: MediaId, side: number) => Picture | undefined
  /** Returns the name of a file that cannot be shown; undefined for others. */
  readonly findUnshown?: (id: MediaId) => string | undefined
  readonly palette: BoardPalette
}

export type BoardPalette = {
  readonly page: string
  readonly grid: string
  readonly empty: string
  readonly text: string
  readonly accent: string
  readonly focus: string
  readonly wash: string
  readonly mark: string
  readonly markGround: string
  readonly font: string
}

type Canvas = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D

/** A text smaller than this on screen is drawn as a line. */
const READABLE_PX = 3.5
const POSTER_MARK_PX = 40

/** Draws objects in stacking order. `pixelRatio` is device pixels per screen pixel. */
export function paintItems(
  canvas: Canvas,
  items: readonly CanvasItemRow[],
  { brush, camera, pixelRatio }: { readonly brush: Brush; readonly camera: Camera; readonly pixelRatio: number },
): void {
  const scale = camera.zoom * pixelRatio
  // Pictures arrive at about the size they are drawn at: better smoothing would be wasted work.
  canvas.imageSmoothingQuality = 'low'
  for (const item of items) {
    const { x, y, width, height, rotation, opacity } = item
    const [left, top] = [(x - camera.x) * scale, (y - camera.y) * scale]
    if (rotation === 0) canvas.setTransform(scale, 0, 0, scale, left, top)
    else {
      const radians = (rotation * Math.PI) / 180
      const [cosine, sine] = [Math.cos(radians) * scale, Math.sin(radians) * scale]
      const [middleX, middleY] = [left + (width / 2) * scale, top + (height / 2) * scale]
      canvas.setTransform(
        cosine, sine, -sine, cosine,
        middleX - (cosine * width - sine * height) / 2, middleY - (sine * width + cosine * height) / 2,
      ) // prettier-ignore
    }
    if (opacity !== 1) canvas.globalAlpha = opacity
    if (item.type === 'text') paintText(canvas, item, { brush, scale })
    else paintPicture(canvas, item, { brush, scale })
    if (opacity !== 1) canvas.globalAlpha = 1
  }
  canvas.setTransform(1, 0, 0, 1, 0, 0)
}

type Look = { readonly brush: Brush; readonly scale: number }

function paintPicture(canvas: Canvas, item: CanvasItemRow, { brush, scale }: Look): void {
  const { width, height, mediaId } = item
  const picture = mediaId === undefined ? undefined : brush.findPicture(mediaId, getWholeSide(item) * scale)
  if (picture !== undefined && item.crop === undefined) canvas.drawImage(picture, 0, 0, width, height)
  else if (picture !== undefined) {
    const { left, top, right, bottom } = parseCrop(item.crop)
    const [across, down] = [picture.width, picture.height]
    canvas.drawImage(
      picture,
      left * across, top * down, (1 - left - right) * across, (1 - top - bottom) * down,
      0, 0, width, height,
    ) // prettier-ignore
  } else {
    canvas.fillStyle = brush.palette.empty
    canvas.fillRect(0, 0, width, height)
    const name = mediaId === undefined ? undefined : brush.findUnshown?.(mediaId)
    if (name !== undefined) paintName(canvas, item, { name, brush, scale })
  }
  if (item.type === 'video' && Math.min(width, height) * scale > POSTER_MARK_PX)
    paintPlayMark(canvas, item, { brush, scale })
}

const NAME_SIZE = 14

/** Draws the name of a file that cannot be shown in the middle of its box, if legible. */
function paintName(
  canvas: Canvas,
  { width, height }: CanvasItemRow,
  { name, brush: { palette }, scale }: Look & { readonly name: string },
): void {
  const fontSize = Math.min(NAME_SIZE, height / 4)
  if (fontSize * scale < READABLE_PX) return
  canvas.font = `${fontSize}px ${palette.font}`
  canvas.fillStyle = palette.text
  canvas.textAlign = 'center'
  canvas.textBaseline = 'middle'
  const fits = (text: string): boolean => canvas.measureText(text).width <= width - 2 * textPadding
  canvas.fillText(shorten(name, fits), width / 2, height / 2 - fontSize * 0.7)
  if (fits('No preview')) canvas.fillText('No preview', width / 2, height / 2 + fontSize * 0.7)
  canvas.textAlign = 'start'
}

/** Shortens a long name in the middle: its ending matters most. */
function shorten(name: string, fits: (text: string) => boolean): string {
  if (fits(name)) return name
  for (let kept = name.length - 1; kept > 1; kept -= 1) {
    const head = Math.floor(kept / 2)
    const text = `${name.slice(0, head)}…${name.slice(head - kept)}`
    if (fits(text)) return text
  }
  return '…'
}

/** Marks a film with a triangle in its corner. */
function paintPlayMark(canvas: Canvas, { height }: CanvasItemRow, { brush: { palette }, scale }: Look): void {
  const unit = 20 / scale
  canvas.fillStyle = palette.markGround
  canvas.beginPath()
  canvas.arc(unit, height - unit, unit * 0.7, 0, 2 * Math.PI)
  canvas.fill()
  canvas.fillStyle = palette.mark
  canvas.beginPath()
  canvas.moveTo(unit * 0.8, height - unit * 1.35)
  canvas.lineTo(unit * 1.4, height - unit)
  canvas.lineTo(unit * 0.8, height - unit * 0.65)
  canvas.fill()
}

function paintText(canvas: Canvas, item: CanvasItemRow, { brush: { palette }, scale }: Look): void {
  const { lines, lineHeight } = layOutText(canvas, item, palette.font)
  const { fontSize, width, height } = item
  canvas.fillStyle = item.color ?? palette.text
  if (fontSize * scale < READABLE_PX) {
    const bar = fontSize * 0.5
    lines.forEach((line, index) => {
      const length = Math.min(width, line.length * fontSize * 0.5)
      canvas.fillRect(textPadding, textPadding + index * lineHeight + bar / 2, length, bar)
    })
    return
  }
  canvas.save()
  canvas.beginPath()
  canvas.rect(0, 0, width, height)
  canvas.clip()
  canvas.font = `${fontSize}px ${palette.font}`
  canvas.textBaseline = 'middle'
  // An outline in the page's colour keeps it legible over pictures, and is invisible over the page.
  canvas.strokeStyle = palette.page
  canvas.lineWidth = fontSize / 5
  canvas.lineJoin = 'round'
  const at = (index: number): number => textPadding + (index + 0.5) * lineHeight
  lines.forEach((line, index) => canvas.strokeText(line, textPadding, at(index)))
  lines.forEach((line, index) => canvas.fillText(line, textPadding, at(index)))
  canvas.restore()
}

/** Draws the lines objects snap to, from the zoom at which they can be told apart. */
export function paintGrid(
  canvas: Canvas,
  {
    camera,
    pixelRatio,
    size,
    color,
  }: {
    readonly camera: Camera
    readonly pixelRatio: number
    readonly size: { readonly width: number; readonly height: number }
    readonly color: string
  },
): void {
  if (camera.zoom < boardLimits.gridZoom) return
  const step = boardLimits.snapGrid * camera.zoom * pixelRatio
  const [width, height] = [size.width * pixelRatio, size.height * pixelRatio]
  const startOf = (at: number): number => (((-at * camera.zoom * pixelRatio) % step) + step) % step
  canvas.setTransform(1, 0, 0, 1, 0, 0)
  canvas.strokeStyle = color
  canvas.lineWidth = 1
  canvas.beginPath()
  for (let x = startOf(camera.x); x < width; x += step) {
    canvas.moveTo(Math.round(x) + 0.5, 0)
    canvas.lineTo(Math.round(x) + 0.5, height)
  }
  for (let y = startOf(camera.y); y < height; y += step) {
    canvas.moveTo(0, Math.round(y) + 0.5)
    canvas.lineTo(width, Math.round(y) + 0.5)
  }
  canvas.stroke()
}
