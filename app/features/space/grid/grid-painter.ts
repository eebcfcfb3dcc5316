import type { Theme } from '#core/tasks/status-pill.ts'
import { describeTitle } from '#core/items/describe-title.ts'
import { emptyCellSelection, toCellKey } from '#core/lib/selection-range.ts'
import type { ItemId, StatusId } from '#core/lib/ids.ts'
import type { GridLayout, GridRow } from '#core/items/grid-layout.ts'
import { describeTotal } from '../model/field-totals.ts'
import type { GridTotals } from '../model/grid-totals.ts'
import type { GridColumn } from '../model/space-model.ts'
import type { RowPlaces } from '../model/row-places.ts'
import { spaceViewStore } from '../space-view-store.ts'
import { makeColorReader, type CanvasColors } from './canvas-colors.ts'
import { makeSprites, type Sprites } from './canvas-sprites.ts'
import { aFont, baselineOf, makeCanvasTexts, takeFont, type CanvasFont, type CanvasTexts } from './canvas-text.ts'
import { describeCell, describeField, describeTaskField, formatRowTotal, type CellSource } from './cell-look.ts'
import { formatAmount } from './format-amount.ts'
import { paintSigns, type SignBox } from './paint-signs.ts'
import { findPlace } from './row-look.ts'
import type { RowSizes } from './row-sizes.ts'

/** What to draw, as React last rendered it. */
export type GridPicture = CellSource & {
  readonly layout: GridLayout
  readonly places: RowPlaces
  readonly sizes: RowSizes
  readonly isCompact: boolean
  readonly theme: Theme
  readonly totals: GridTotals | undefined
  /** Finds a picture already in the page: nothing is fetched for rows that only fly past. */
  readonly findThumbnail: (itemId: ItemId) => CanvasImageSource | undefined
  /** A status that the selected cells are about to have. */
  readonly earlyStatus: StatusId | undefined
  /** Leaves out the selection, for a picture that is kept. */
  readonly isPlain?: boolean
}

/** Where things are on the canvas, in CSS pixels. */
export type Stretch = {
  readonly width: number
  readonly height: number
  readonly scrollTop: number
  readonly scrollLeft: number
  readonly nameWidth: number
  /** The right edge of the names and pinned columns. */
  readonly stuckWidth: number
  readonly columns: readonly StretchColumn[]
}

/** `left` is relative to the window where the column is stuck, else to the scrolled content. */
export type StretchColumn = { readonly left: number; readonly width: number; readonly isStuck: boolean }

/** Draws rows the way the style sheet lays them out. */
export type GridPainter = {
  readonly paint: (picture: GridPicture, stretch: Stretch) => void
  /** Drops all that was drawn and measured: another font has loaded. */
  readonly clear: () => void
}

const fonts = {
  title: aFont(550, 13),
  description: aFont(400, 12),
  total: aFont(600, 11.5),
  heading: aFont(600, 12.5),
  headingText: aFont(400, 12.5),
}

/** Everything one frame needs. */
export type Frame = GridPicture &
  Stretch & {
    readonly context: CanvasRenderingContext2D
    readonly colors: CanvasColors
    readonly sprites: Sprites
    readonly texts: CanvasTexts
  }

/** Makes a painter for a canvas over a grid. */
export function makeGridPainter(canvas: HTMLCanvasElement, holder: HTMLElement): GridPainter | undefined {
  const context = canvas.getContext('2d', { alpha: false })
  if (context === null) return undefined
  const readColors = makeColorReader(holder)
  const texts = makeCanvasTexts()
  let sprites: Sprites | undefined
  let drawnWith = ''
  return {
    clear: () => {
      sprites?.clear()
      texts.clear()
    },
    paint: (picture, stretch) => {
      const scale = window.devicePixelRatio
      const [width, height] = [Math.round(stretch.width * scale), Math.round(stretch.height * scale)]
      if (canvas.width !== width || canvas.height !== height) {
        canvas.width = width
        canvas.height = height
      }
      const colors = readColors(picture.theme)
      if (sprites === undefined || drawnWith !== `${picture.theme} ${scale}`) {
        sprites?.clear()
        sprites = makeSprites(holder, { scale, theme: picture.theme, colors, context, texts })
        drawnWith = `${picture.theme} ${scale}`
      }
      context.setTransform(scale, 0, 0, scale, 0, 0)
      paintFrame({ ...picture, ...stretch, context, colors, sprites, texts })
    },
  }
}

function paintFrame(frame: Frame): void {
  const { context, colors, width, height, places, scrollTop, layout } = frame
  context.fillStyle = colors.bg
  context.fillRect(0, 0, width, height)
  if (places.count === 0) return
  const first = places.indexAt(scrollTop)
  const last = places.indexAt(scrollTop + height)
  const shown: { readonly row: GridRow; readonly top: number; readonly height: number }[] = []
  for (let index = first; index <= last; index++) {
    const row = layout.getRow(index)
    const top = places.topOf(index)
    if (row !== undefined) shown.push({ row, top: Math.round(top - scrollTop), height: places.topOf(index + 1) - top })
  }
  // By kind and not row by row: switching fonts costs more than drawing a word.
  for (const { row, top } of shown) if (row.kind === 'item') paintCells(frame, row.id, { top, isStuck: false })
  frame.sprites.draw(context)
  if (frame.stuckWidth > frame.nameWidth) paintStuck(frame, shown)
  paintNames(frame, shown)
  context.fillStyle = colors.line
  for (const { top, height: rowHeight } of shown) context.fillRect(0, top + rowHeight - 1, width, 1)
}

/** Paints pinned columns over the cells that scroll under them. */
function paintStuck(frame: Frame, shown: readonly ShownRow[]): void {
  const { context, colors, nameWidth, stuckWidth, height, columns } = frame
  context.fillStyle = colors.bg
  context.fillRect(nameWidth, 0, stuckWidth - nameWidth, height)
  for (const { row, top } of shown) if (row.kind === 'item') paintCells(frame, row.id, { top, isStuck: true })
  frame.sprites.draw(context)
  context.fillStyle = colors.line
  for (const { left, width, isStuck } of columns) if (isStuck) context.fillRect(left + width - 1, 0, 1, height)
}

type CellsPlace = { readonly top: number; readonly isStuck: boolean }

function paintCells(frame: Frame, itemId: ItemId, { top, isStuck }: CellsPlace): void {
  const { context, model, columns, scrollLeft, sizes, colors, earlyStatus, isPlain = false } = frame
  const { selection, cursor } = isPlain ? { selection: emptyCellSelection, cursor: undefined } : spaceViewStore
  const tasks = model.space.getTasks(itemId)
  for (const [at, { id, field, stage }] of model.getColumns().entries()) {
    const place = columns[at]
    if (place === undefined || place.isStuck !== isStuck) continue
    const left = isStuck ? place.left : place.left - scrollLeft
    if (!isStuck && (left + place.width <= frame.stuckWidth || left >= frame.width)) continue
    const key = toCellKey(itemId, id)
    const isChosen = selection.cells.size > 0 && selection.cells.has(key)
    // A stuck column has a line of its own on the right.
    const right = Math.round(left + place.width) - (isStuck ? 1 : 0)
    const box = { left: Math.round(left), right, top, height: sizes.item - 1 }
    if (isChosen) {
      context.fillStyle = colors['accent-wash']
      context.fillRect(box.left, top, box.right - box.left, box.height)
    }
    const task = stage && tasks.find((candidate) => candidate.stageId === stage.id)
    if (field === undefined) paintSigns(frame, describeCell(frame, task, isChosen ? earlyStatus : undefined), box)
    else if (stage !== undefined) paintSigns(frame, describeTaskField(model, task, field), box)
    else paintSigns(frame, describeField(model, model.space.replica.find('items', itemId), field), box)
    if (isChosen) {
      paintFrameOf(frame, box, { inset: 2, width: 1 })
      paintCorner(frame, box)
    }
    if (cursor === key) paintFrameOf(frame, box, { inset: 1, width: 2 })
  }
}

/** Like the style sheet's borders: a line is drawn along its middle. */
function paintFrameOf(
  { context, colors }: Frame,
  { left, right, top, height }: SignBox,
  { inset, width }: { readonly inset: number; readonly width: number },
): void {
  const at = inset + width / 2
  context.beginPath()
  context.roundRect(left + at, top + at, right - left - 2 * at, height - 2 * at, 5 - width / 2)
  context.strokeStyle = colors.accent
  context.lineWidth = width
  context.stroke()
  context.lineWidth = 1
}

/** Paints the folded corner of a selected cell, inside its frame. */
function paintCorner({ context, colors }: Frame, { left, top }: SignBox): void {
  const [x, y, leg, radius] = [left + 3, top + 3, 8.5, 4]
  context.beginPath()
  context.moveTo(x, y + radius)
  context.arcTo(x, y, x + radius, y, radius)
  context.lineTo(x + leg, y)
  context.lineTo(x, y + leg)
  context.closePath()
  context.fillStyle = colors.accent
  context.fill()
}

type ShownRow = { readonly row: GridRow; readonly top: number; readonly height: number }

/** Paints the first column, which lies over the cells that scroll under it, and the headings. */
function paintNames(frame: Frame, shown: readonly ShownRow[]): void {
  const { context, colors, nameWidth, width, height } = frame
  context.fillStyle = colors.bg
  context.fillRect(0, 0, nameWidth - 1, height)
  context.fillStyle = colors.line
  context.fillRect(nameWidth - 1, 0, 1, height)
  context.fillStyle = colors['surface-1']
  for (const { row, top, height: rowHeight } of shown) {
    if (row.kind === 'collection') context.fillRect(0, top, width, rowHeight)
  }
  const items = shown.filter(({ row }) => row.kind === 'item')
  paintThumbnails(frame, items)
  paintItemTexts(frame, items)
  for (const each of shown) if (each.row.kind === 'collection') paintHeading(frame, each.row, each)
}

function paintThumbnails({ context, colors, isCompact, findThumbnail }: Frame, items: readonly ShownRow[]): void {
  const [width, height] = isCompact ? [36, 20] : [46, 26]
  for (const { row, top, height: rowHeight } of items) {
    const picture = row.kind === 'item' ? findThumbnail(row.id) : undefined
    const up = top + Math.floor((rowHeight - 1 - height) / 2)
    context.beginPath()
    context.roundRect(14, up, width, height, 4)
    context.fillStyle = colors['surface-2']
    context.fill()
    if (picture === undefined) continue
    context.save()
    context.clip()
    context.drawImage(picture, 14, up, width, height)
    context.restore()
  }
}

/** Paints the texts of items' first cells: name, place, description and sum. */
export function paintItemTexts(frame: Frame, items: readonly ShownRow[]): void {
  const { context, colors, model, nameWidth, isCompact, texts } = frame
  const start = 14 + (isCompact ? 36 : 46) + 10
  const end = nameWidth - 11
  const rows = items.flatMap(({ row, top, height }) => {
    const item = row.kind === 'item' ? model.space.replica.find('items', row.id) : undefined
    return item === undefined ? [] : { item, top, height: height - 1, titleEnd: start }
  })
  takeFont(context, fonts.title)
  context.fillStyle = colors.text
  for (const row of rows) {
    const name = describeTitle(row.item.title, row.item)
    const text = texts.fit(context, { font: fonts.title, text: name.text, room: (nameWidth - 25) * 0.6 })
    context.fillText(text, start, row.top + baselineOf(fonts.title, row.height))
    row.titleEnd = start + texts.widthOf(context, fonts.title, text)
    // At the height of the browser's line-through in the element.
    if (name.isStruck) context.fillRect(start, row.top + Math.round(row.height / 2), row.titleEnd - start, 1)
  }
  takeFont(context, fonts.description)
  context.fillStyle = colors['text-2']
  for (const row of rows) {
    const place = findPlace(model, frame.layout, row.item)
    if (place === undefined) continue
    const left = row.titleEnd + 10
    const text = texts.fit(context, { font: fonts.description, text: place, room: (nameWidth - 25) * 0.3 })
    context.fillText(text, left, row.top + baselineOf(fonts.description, row.height))
    row.titleEnd = left + texts.widthOf(context, fonts.description, text)
  }
  context.fillStyle = colors['text-3']
  for (const { item, top, height, titleEnd } of rows) {
    const total = formatRowTotal(frame, item.id)
    const left = titleEnd + 10
    const room = end - left - (total === '' ? 0 : texts.widthOf(context, fonts.total, total) + 10)
    const text = texts.fit(context, { font: fonts.description, text: item.description, room })
    context.fillText(text, left, top + baselineOf(fonts.description, height))
    if (total === '') continue
    takeFont(context, fonts.total)
    context.fillStyle = colors['text-2']
    context.textAlign = 'right'
    context.fillText(total, end, top + baselineOf(fonts.total, height))
    context.textAlign = 'left'
    takeFont(context, fonts.description)
    context.fillStyle = colors['text-3']
  }
}

function paintHeading(frame: Frame, row: Extract<GridRow, { kind: 'collection' }>, { top, height }: ShownRow): void {
  const { context, colors, texts } = frame
  const base = (font: CanvasFont): number => top + baselineOf(font, height - 1)
  paintChevron(frame, { x: 21, y: top + (height - 1) / 2, isCollapsed: row.isCollapsed })
  let left = 36
  const write = (text: string, font: CanvasFont, look: { readonly color: string; readonly room: number }): void => {
    takeFont(context, font)
    const shown = texts.fit(context, { font, text, room: look.room })
    context.fillStyle = look.color
    context.fillText(shown, left, base(font))
    left += texts.widthOf(context, font, shown) + 9
  }
  write(row.collection.name, fonts.heading, { color: colors.text, room: 300 })
  const end = frame.view === 'status' ? 560 : frame.nameWidth - 40
  write(row.collection.description, fonts.headingText, { color: colors['text-2'], room: end - left })
  write(String(row.itemCount), fonts.headingText, { color: colors['text-3'], room: 100 })
  paintHeadingTotals(frame, row, base(fonts.total))
}

function paintHeadingTotals(frame: Frame, row: Extract<GridRow, { kind: 'collection' }>, base: number): void {
  const { context, colors, model, view, totals, columns, scrollLeft, nameWidth, stuckWidth, width } = frame
  const ofRow = totals?.collections.get(row.id)
  if (ofRow === undefined || (view === 'status' && model.getFieldColumns().length === 0)) return
  const textOf = (column: GridColumn): string => {
    if (column.field !== undefined)
      return describeTotal(column, ofRow.fields.get(column.id), spaceViewStore.totals)?.text ?? ''
    return view === 'status' ? '' : formatAmount(view, ofRow.cells.get(column.id))
  }
  takeFont(context, fonts.total)
  context.fillStyle = colors['text-2']
  context.textAlign = 'right'
  for (const [at, column] of model.getColumns().entries()) {
    const place = columns[at]
    if (place === undefined) continue
    const right = place.left + place.width - (place.isStuck ? 14 : 13 + scrollLeft)
    const isInSight = right > (place.isStuck ? nameWidth : stuckWidth) + 30 && right - place.width < width
    if (isInSight) context.fillText(textOf(column), right, base)
  }
  context.textAlign = 'left'
}

function paintChevron(
  { context, colors }: Frame,
  { x, y, isCollapsed }: { readonly x: number; readonly y: number; readonly isCollapsed: boolean },
): void {
  const reach = 3.75
  context.beginPath()
  if (isCollapsed) {
    context.moveTo(x - reach / 2, y - reach)
    context.lineTo(x + reach / 2, y)
    context.lineTo(x - reach / 2, y + reach)
  } else {
    context.moveTo(x - reach, y - reach / 2)
    context.lineTo(x, y + reach / 2)
    context.lineTo(x + reach, y - reach / 2)
  }
  context.lineCap = 'round'
  context.lineJoin = 'round'
  context.strokeStyle = colors['text-3']
  context.lineWidth = 1.1
  context.stroke()
  context.lineWidth = 1
}
