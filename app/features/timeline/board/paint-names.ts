import { rowsWithin } from '../model/lay-out-board.ts'
import type { NameLabel } from './name-labels.ts'
import type { Brush, Scene } from './scene.ts'
import { headerHeight, nameWidth } from './sizes.ts'

const avatarSize = 20
const meterHeight = 3

/** Pixels from the top of a row, and of one as low as they get (45). */
const roomy = { avatar: 5, name: 15.5, detail: 34, meter: 46 }
const tight = { avatar: 4, name: 14, detail: 30.5, meter: 40 }
const roomyHeight = 52

type Line = {
  readonly label: NameLabel
  readonly y: number
  readonly height: number
  readonly places: typeof roomy
}

/** The names left of the days, on whose rows they are; by kind and not row by row, as the dates are. */
export function paintNames(brush: Brush): void {
  const { context, scene } = brush
  const { palette, height, nameWidth: width } = scene
  context.fillStyle = palette.page
  context.fillRect(0, headerHeight, width, height)
  const lines = listLines(scene)
  context.fillStyle = palette.line
  context.fillRect(width - 1, 0, 1, headerHeight + height)
  for (const { y, height: lineHeight } of lines) context.fillRect(0, y + lineHeight - 1, width, 1)
  // A name and its hours say more than a picture and a role where there is little room.
  const isNarrow = width < nameWidth
  const start = isNarrow ? 8 : 12
  const end = width - start + 1
  if (!isNarrow) paintAvatars(brush, start, lines)
  context.fillStyle = palette.text
  const nameStart = isNarrow ? start : start + avatarSize + 8
  for (const { label, y, places } of lines)
    paintText(brush, { text: label.name, font: palette.nameFont, x: nameStart, y: y + places.name, end })
  context.fillStyle = palette.quiet
  for (const { label, y, places } of lines) {
    const text = isNarrow ? label.week : `${label.role} · ${label.week}`
    paintText(brush, { text, font: palette.smallFont, x: start, y: y + places.detail, end })
  }
  paintMeters(brush, { start, end }, lines)
}

function listLines({ layout, top, height, labelOf }: Scene): readonly Line[] {
  return rowsWithin(layout, top, top + height).map((row) => {
    const places = row.height < roomyHeight ? tight : roomy
    return { label: labelOf(row), y: row.y - top + headerHeight, height: row.height, places }
  })
}

type Text = {
  readonly text: string
  readonly font: string
  readonly x: number
  readonly y: number
  readonly end: number
}

function paintText({ context, fitText }: Brush, { text, font, x, y, end }: Text): void {
  // The same font again costs nothing.
  context.font = font
  context.fillText(fitText(text, end - x, font), x, y)
}

function paintAvatars({ context, scene: { palette } }: Brush, start: number, lines: readonly Line[]): void {
  const radius = avatarSize / 2
  context.font = palette.initialsFont
  context.textAlign = 'center'
  for (const { label, y, places } of lines) {
    const [middleX, middleY] = [start + radius, y + places.avatar + radius]
    context.beginPath()
    context.arc(middleX, middleY, radius, 0, 2 * Math.PI)
    if (label.picture === undefined) {
      context.fillStyle = label.color
      context.fill()
      context.fillStyle = palette.onFill
      context.fillText(label.initials, middleX, middleY + 0.5)
    } else paintPicture(context, label.picture, { x: start, y: y + places.avatar })
  }
  context.textAlign = 'left'
}

/** A picture within the path of its circle, cut at its longer side. */
function paintPicture(
  context: CanvasRenderingContext2D,
  picture: HTMLImageElement,
  { x, y }: { readonly x: number; readonly y: number },
): void {
  const { naturalWidth, naturalHeight } = picture
  const side = Math.min(naturalWidth, naturalHeight)
  context.save()
  context.clip()
  const [left, top] = [(naturalWidth - side) / 2, (naturalHeight - side) / 2]
  context.drawImage(picture, left, top, side, side, x, y, avatarSize, avatarSize)
  context.restore()
}

type Span = { readonly start: number; readonly end: number }

/** How full the week is. */
function paintMeters({ context, scene: { palette } }: Brush, { start, end }: Span, lines: readonly Line[]): void {
  for (const { label, y, places } of lines) {
    const top = y + places.meter
    context.fillStyle = palette.off
    fillPill(context, { x: start, y: top, width: end - start })
    context.fillStyle = label.isOver ? palette.warn : palette.ok
    if (label.share > 0) fillPill(context, { x: start, y: top, width: (end - start) * label.share })
  }
}

type Pill = { readonly x: number; readonly y: number; readonly width: number }

function fillPill(context: CanvasRenderingContext2D, { x, y, width }: Pill): void {
  context.beginPath()
  context.roundRect(x, y, width, meterHeight, meterHeight / 2)
  context.fill()
}
