import type { CanvasColors } from './canvas-colors.ts'
import type { Sprites } from './canvas-sprites.ts'
import { aFont, baselineOf, takeFont, type CanvasTexts } from './canvas-text.ts'
import type { CellSign, PillSign, TextSign, ValueSign } from './cell-look.ts'

/** A cell, in canvas pixels. */
export type SignBox = { readonly left: number; readonly right: number; readonly top: number; readonly height: number }

/** What painting signs takes. */
export type SignBrush = {
  readonly context: CanvasRenderingContext2D
  readonly colors: CanvasColors
  readonly sprites: Pick<Sprites, 'addPill' | 'addAvatar'>
  readonly texts: Pick<CanvasTexts, 'fit'>
  readonly isCompact: boolean
}

const quietFont = aFont(550, 13)
const plainFont = aFont(500, 12)

/** Paints a cell's content the way the style sheet lays out its elements. */
export function paintSigns(brush: SignBrush, signs: readonly CellSign[], box: SignBox): void {
  for (const sign of signs) {
    if (sign.kind === 'pill') paintPill(brush, sign, box)
    else if (sign.kind === 'value') paintValue(brush, sign, box)
    else if (sign.kind === 'wait') paintWait(brush, box)
    else if (sign.text !== '') paintText(brush, sign, box)
  }
}

function paintText({ context, colors, texts }: SignBrush, { text, side, isQuiet }: TextSign, box: SignBox): void {
  const font = isQuiet ? quietFont : plainFont
  takeFont(context, font)
  context.fillStyle = isQuiet ? colors['text-3'] : colors.text
  context.textAlign = side === 'end' ? 'right' : 'left'
  const [left, right] = [box.left + 13, box.right - 13]
  const shown = texts.fit(context, { font, text, room: right - left })
  context.fillText(shown, side === 'end' ? right : left, box.top + baselineOf(font, box.height))
  context.textAlign = 'left'
}

function paintValue({ context, colors, texts }: SignBrush, { text, side, color }: ValueSign, box: SignBox): void {
  let left = box.left + 13
  const right = box.right - 13
  if (color !== undefined) {
    context.beginPath()
    context.arc(left + 4, box.top + box.height / 2, 4, 0, Math.PI * 2)
    context.fillStyle = color
    context.fill()
    left += 14
  }
  takeFont(context, plainFont)
  context.fillStyle = colors.text
  context.textAlign = side === 'end' ? 'right' : 'left'
  const shown = texts.fit(context, { font: plainFont, text, room: right - left })
  context.fillText(shown, side === 'end' ? right : left, box.top + baselineOf(plainFont, box.height))
  context.textAlign = 'left'
}

/** Paints a mark in the gap before the pill. */
function paintWait({ context, colors }: SignBrush, box: SignBox): void {
  context.fillStyle = colors.warn
  context.fillRect(box.left + 1, box.top + Math.floor((box.height - 10) / 2), 3, 10)
}

function paintPill({ sprites, isCompact }: SignBrush, { status, artists }: PillSign, box: SignBox): void {
  const height = isCompact ? 21 : 25
  const [left, right] = [box.left + 5, box.right - 5]
  const top = box.top + Math.floor((box.height - height) / 2)
  const size = isCompact ? 17 : 20
  const count = Math.min(artists.length, 3)
  const taken = count * size
  const room = right - left - 13 - (taken === 0 ? 0 : taken + 3)
  sprites.addPill({ status, left, top, width: right - left, height, room })
  for (const [index, person] of artists.slice(0, 3).entries()) {
    const at = { left: right - 5 - taken + index * size, top: top + Math.round((height - size) / 2) }
    sprites.addAvatar(person, { ...at, size })
  }
}
