import { fromDayIndex, timelineDayCount, todayIndex } from '#core/timeline/window.ts'
import { isWeekendNumber, workingDayHours } from '#core/timeline/work-calendar.ts'
import type { BarLook } from '#core/timeline/bar-look.ts'
import { barsWithin, rowsWithin, type ArtistRow, type Bar } from '../model/lay-out-board.ts'
import { makeTextFitter } from './fit-text.ts'
import { Ghosts } from './ghosts.ts'
import { makeHeaderPainter } from './paint-header.ts'
import { makeNamePainter } from './paint-names.ts'
import { paintDying, paintLinks } from './paint-overlays.ts'
import type { Brush, Scene } from './scene.ts'
import { fromDayNumber } from '#core/lib/calendar-date.ts'
import { headerHeight } from './sizes.ts'

const radius = 5
const padding = 8
/** Below this width a name would be a single letter. */
const minTextWidth = 22
const dimmedAlpha = 0.28

/** Paints scenes onto a canvas of their size, and what moves over them onto another. */
export type BoardPainter = {
  readonly paint: (scene: Scene, pixelRatio: number) => void
  /** Paints outlines of a move and pieces of removed bars: a frame of a drag changes only these. */
  readonly paintOver: (scene: Scene, pixelRatio: number) => void
}

/** The canvas of bars, dates and names, and the one for what moves over the bars. */
export type BoardCanvases = {
  readonly canvas: HTMLCanvasElement
  readonly over: HTMLCanvasElement
  /** The frame of a move's outlines. */
  readonly ghosts: HTMLElement
}

/** Makes a painter for a board's canvases. */
export function makeBoardPainter({ canvas, over, ghosts }: BoardCanvases): BoardPainter | undefined {
  const context = canvas.getContext('2d', { alpha: false })
  const overContext = over.getContext('2d')
  if (context === null || overContext === null) return undefined
  // Measures on the canvas that is seldom painted: switching fonts in the middle of a paint costs more than a word.
  const fitText = makeTextFitter((text, font) => {
    overContext.font = font
    return overContext.measureText(text).width
  })
  const paintHeader = makeHeaderPainter()
  const paintNames = makeNamePainter(fitText)
  const outlines = new Ghosts(ghosts)
  let isOverEmpty = true
  over.hidden = true
  return {
    paint: (scene, pixelRatio) => {
      const brush = { context, scene, fitText }
      const toOrigin = (x: number, y: number) =>
        context.setTransform(pixelRatio, 0, 0, pixelRatio, x * pixelRatio, y * pixelRatio)
      toOrigin(0, 0)
      context.globalAlpha = 1
      context.fillStyle = scene.palette.page
      context.fillRect(0, 0, scene.nameWidth + scene.width, headerHeight + scene.height)
      toOrigin(scene.nameWidth - scene.left, headerHeight - scene.top)
      paintScene(brush)
      // One canvas for all three: separate ones would be composited with every frame of a scroll.
      context.resetTransform()
      paintHeader(context, scene, pixelRatio)
      toOrigin(0, 0)
      paintNames(context, scene, pixelRatio)
      paintCorner(context, scene)
    },
    paintOver: (scene, pixelRatio) => {
      outlines.show(scene)
      const isEmpty = scene.dying.length === 0
      if (isEmpty && isOverEmpty) return
      isOverEmpty = isEmpty
      // An empty canvas the size of the board would still be composited with every frame of a scroll.
      over.hidden = isEmpty
      if (isEmpty) return
      overContext.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0)
      overContext.globalAlpha = 1
      overContext.clearRect(0, 0, scene.width, scene.height)
      overContext.translate(-scene.left, -scene.top)
      paintDying(overContext, scene)
    },
  }
}

const monthOf = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric', timeZone: 'UTC' })

/** Paints the month of the first visible day above the names. */
function paintCorner(context: CanvasRenderingContext2D, { palette, nameWidth, layout, left }: Scene): void {
  context.fillStyle = palette.page
  context.fillRect(0, 0, nameWidth, headerHeight)
  context.fillStyle = palette.line
  context.fillRect(0, headerHeight - 1, nameWidth, 1)
  context.fillRect(nameWidth - 1, 0, 1, headerHeight)
  const day = fromDayNumber(layout.firstDay + Math.floor(left / layout.dayWidth))
  context.font = `600 11px ${palette.font}`
  context.fillStyle = palette.text
  context.fillText(monthOf.format(Date.parse(`${day}T00:00:00Z`)), 14, 28)
}

function paintScene(brush: Brush): void {
  const { context, scene } = brush
  const { layout, left, top, width, height } = scene
  const rows = rowsWithin(layout, top, top + height)
  paintDays(context, scene)
  paintDaysOff(context, scene, rows)
  paintLoad(context, scene, rows)
  context.fillStyle = scene.palette.line
  for (const row of rows) context.fillRect(left, row.y + row.height - 1, width, 1)
  // Lifted bars stay visible, dimmed, where they were.
  const bars = rows
    .flatMap((row) => barsWithin(row, left, left + width))
    .map((bar) => (scene.lifted.has(bar.id) ? { ...bar, isDimmed: true } : bar))
  paintLinks(context, scene)
  paintBars(brush, bars)
  paintFocus(context, scene)
  paintToday(context, scene)
}

function visibleDays({ layout, left, width }: Scene): { readonly first: number; readonly last: number } {
  return {
    first: Math.max(0, Math.floor(left / layout.dayWidth)),
    last: Math.min(timelineDayCount - 1, Math.ceil((left + width) / layout.dayWidth)),
  }
}

function paintDays(context: CanvasRenderingContext2D, scene: Scene): void {
  const { layout, palette, top, height } = scene
  const { first, last } = visibleDays(scene)
  const bottom = Math.min(top + height, layout.height)
  context.fillStyle = palette.weekend
  for (let day = first; day <= last; day += 1) {
    if (isWeekendNumber(layout.firstDay + day)) {
      context.fillRect(day * layout.dayWidth, top, layout.dayWidth, bottom - top)
    }
  }
  context.fillStyle = palette.line
  for (let day = first; day <= last + 1; day += 1) context.fillRect(day * layout.dayWidth, top, 1, bottom - top)
}

function paintDaysOff(context: CanvasRenderingContext2D, scene: Scene, rows: readonly ArtistRow[]): void {
  const { layout } = scene
  const { first, last } = visibleDays(scene)
  for (const { artist, y, height } of rows) {
    const off = scene.daysOff.get(artist.userId)
    if (off === undefined) continue
    for (let index = first; index <= last; index += 1)
      if (off.has(fromDayIndex(index, layout.today)))
        paintDayOff(context, scene, { x: index * layout.dayWidth, y, height })
  }
}

/** Paints a hairline under each day: its length is the share of eight hours, its colour shows overload. */
function paintLoad(context: CanvasRenderingContext2D, scene: Scene, rows: readonly ArtistRow[]): void {
  const { layout, palette } = scene
  const { first, last } = visibleDays(scene)
  context.globalAlpha = 0.75
  // One colour after the other: changing it costs more than a line.
  for (const isOver of [false, true]) {
    context.fillStyle = isOver ? palette.warn : palette.ok
    for (const { artist, y, height } of rows) {
      const load = scene.load.get(artist.userId)
      for (let index = first; load !== undefined && index <= last; index += 1) {
        const hours = load.get(layout.firstDay + index) ?? 0
        if (hours <= 0 || hours > workingDayHours + 0.05 !== isOver) continue
        const share = Math.min(1, hours / workingDayHours)
        context.fillRect(index * layout.dayWidth + 1, y + height - 3, (layout.dayWidth - 1) * share, 2)
      }
    }
  }
  context.globalAlpha = 1
}

type Area = { readonly x: number; readonly y: number; readonly height: number }

function paintDayOff(context: CanvasRenderingContext2D, { layout, palette }: Scene, { x, y, height }: Area): void {
  context.save()
  context.beginPath()
  context.rect(x + 1, y, layout.dayWidth - 1, height - 1)
  context.clip()
  context.strokeStyle = palette.off
  context.lineWidth = 2
  context.beginPath()
  for (let offset = -height; offset < layout.dayWidth; offset += 8) {
    context.moveTo(x + offset, y + height)
    context.lineTo(x + offset + height, y)
  }
  context.stroke()
  context.restore()
}

/** Bars of one colour. */
type Group = { readonly look: BarLook; readonly isDimmed: boolean; readonly bars: Bar[] }

/** Fills bars of one colour together: far fewer state changes than bar by bar. */
function paintBars(brush: Brush, bars: readonly Bar[]): void {
  const { context, scene } = brush
  const groups = new Map<string, Group>()
  for (const bar of bars) {
    const { isDimmed, color } = bar
    const key = isDimmed ? `-${color}` : color
    const known = groups.get(key)
    if (known === undefined) groups.set(key, { look: scene.palette.lookOf(color), isDimmed, bars: [bar] })
    else known.bars.push(bar)
  }
  for (const group of groups.values()) {
    context.globalAlpha = group.isDimmed ? dimmedAlpha : 1
    paintShapes(brush, group)
  }
  paintTexts(brush, [...groups.values()])
  context.globalAlpha = 1
  context.strokeStyle = scene.palette.accent
  context.lineWidth = 2
  for (const bar of bars) {
    if (!scene.selection.has(bar.id)) continue
    context.beginPath()
    context.roundRect(bar.x - 3, bar.y - 2, widthOf(bar, scene) + 6, scene.layout.barHeight + 4, radius + 3)
    context.stroke()
  }
}

function paintShapes({ context, scene }: Brush, { look, bars }: Group): void {
  const { layout } = scene
  // One by one: many shapes in one path paint far slower than separate rounded rectangles.
  context.fillStyle = look.border
  for (const bar of bars) {
    context.beginPath()
    context.roundRect(bar.x, bar.y, widthOf(bar, scene), layout.barHeight, radius)
    context.fill()
  }
  context.fillStyle = look.fill
  for (const bar of bars) {
    context.beginPath()
    context.roundRect(bar.x + 1, bar.y + 1, widthOf(bar, scene) - 2, layout.barHeight - 2, radius - 1)
    context.fill()
  }
}

/** Paints the titles of all bars, then their stages: switching fonts costs more than painting a word. */
function paintTexts({ context, scene, fitText }: Brush, groups: readonly Group[]): void {
  const { layout, palette, left } = scene
  const isTall = layout.barHeight >= 32
  const titleFont = `600 ${isTall ? 12 : 11}px ${palette.font}`
  const stageFont = `400 11px ${palette.font}`
  context.textBaseline = 'middle'
  const nameOf = ({ title, stage }: Bar): string => (isTall ? title : `${title} · ${stage}`)
  const lines = [
    { kind: 'text', font: titleFont, middle: isTall ? 14 : layout.barHeight / 2 + 0.5, read: nameOf },
    { kind: 'detail', font: stageFont, middle: 28, read: ({ stage }: Bar) => stage },
  ] as const
  for (const { kind, font, middle, read } of isTall ? lines : lines.slice(0, 1)) {
    context.font = font
    for (const { look, isDimmed, bars } of groups) {
      context.globalAlpha = isDimmed ? dimmedAlpha : 1
      context.fillStyle = look[kind]
      for (const bar of bars) {
        // The name stays visible while its bar extends beyond the left edge.
        const start = Math.max(bar.x, left) + padding
        const room = bar.x + widthOf(bar, scene) - start - padding + 4
        if (room < minTextWidth) continue
        const text = fitText(read(bar), room, font)
        context.fillText(text, start, bar.y + middle)
        if (kind === 'text' && bar.isStruck)
          context.fillRect(start, Math.round(bar.y + middle), context.measureText(text).width, 1)
      }
    }
  }
}

/** Paints a double ring around the bar whose cell has the focus, like the focus ring everywhere else. */
function paintFocus(context: CanvasRenderingContext2D, scene: Scene): void {
  const { layout, palette, ringed } = scene
  const bar = ringed === undefined ? undefined : layout.findBar(ringed)
  if (bar === undefined) return
  context.lineWidth = 2
  for (const [offset, color] of [
    [1, palette.page],
    [3, palette.focusRing],
  ] as const) {
    const width = widthOf(bar, scene) + 2 * offset
    context.strokeStyle = color
    context.beginPath()
    context.roundRect(bar.x - offset, bar.y - offset, width, layout.barHeight + 2 * offset, radius + offset)
    context.stroke()
  }
}

/** Returns a bar's width, also while its edge is dragged. */
function widthOf(bar: Bar, { stretched, layout }: Pick<Scene, 'stretched' | 'layout'>): number {
  return stretched?.id === bar.id ? Math.max(8, stretched.durationDays * layout.dayWidth - 4) : bar.width
}

function paintToday(context: CanvasRenderingContext2D, { layout, palette, top, height, dayFraction }: Scene): void {
  context.fillStyle = palette.accent
  context.fillRect((todayIndex + dayFraction) * layout.dayWidth - 1, top, 2, height)
}
