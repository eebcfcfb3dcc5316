import type { BlockId } from '#core/lib/ids.ts'
import { uiStore } from '#app/stores/ui-store.ts'
import { rowsWithin, type ArtistRow, type Bar } from '../model/lay-out-board.ts'
import type { TimelineModel } from '../model/timeline-model.ts'
import { timelineStore } from '../timeline-store.ts'
import { makeNameLabels } from './name-labels.ts'
import { makeBoardPainter, type BoardCanvases, type BoardPainter } from './paint-board.ts'
import { readPalette, type Palette } from './palette.ts'
import type { Scene } from './scene.ts'
import { makeShownLinks } from './shown-links.ts'
import { headerHeight, nameWidth } from './sizes.ts'

/** Drawn over the model: a drag in progress. */
export type Overlay = Pick<Scene, 'lifted' | 'ghosts' | 'stretched'>

/** What is under a point of the window. */
export type BoardHit = {
  readonly row: ArtistRow
  /** Days from the left edge of the board, fractional. */
  readonly dayPosition: number
  /** The line within the row. */
  readonly line: number
  readonly bar: Bar | undefined
  readonly isAtEdge: boolean
}

/** The board's canvas and its scroller. */
export type BoardView = {
  readonly scroller: HTMLElement
  /** Paints in this frame. */
  readonly paint: () => void
  /** Paints in the next frame; several calls cause one paint. */
  readonly paintSoon: () => void
  /** Like `paintSoon`, unless the visible part is already painted. */
  readonly follow: () => void
  readonly getOverlay: () => Overlay
  readonly setOverlay: (overlay: Overlay) => void
  /** Keeps the day in the middle of the view in place after a day's width has changed. */
  readonly keepMiddle: (dayWidthBefore: number) => void
  readonly hit: (clientX: number, clientY: number) => BoardHit | undefined
  /** Converts a point of the board to window coordinates. */
  readonly toWindow: (x: number, y: number) => { readonly x: number; readonly y: number }
  readonly scrollTo: (place: {
    readonly x: number
    readonly y: number
    readonly width: number
    readonly height: number
  }) => void
  /** Animates removed bars falling to pieces for 300 ms; removes them at once with reduced motion. */
  readonly disintegrate: (bars: readonly Bar[]) => void
  /** Returns the visible rows. */
  readonly getVisibleRows: () => readonly ArtistRow[]
  readonly getViewport: () => {
    readonly left: number
    readonly top: number
    readonly width: number
    readonly height: number
  }
  readonly close: () => void
}

export const emptyOverlay: Overlay = { lifted: new Set(), ghosts: [], stretched: undefined }
const disintegrateMs = 300
const edgePixels = 7

type Dying = { readonly bar: Bar; readonly startedAt: number }

/** Opens a view that paints a model on a board's canvases. */
export function openBoardView(
  model: TimelineModel,
  scroller: HTMLElement,
  canvases: BoardCanvases,
): BoardView | undefined {
  const painter = makeBoardPainter(canvases)
  return painter === undefined ? undefined : new CanvasBoard({ model, scroller, painter, ...canvases })
}

type BoardParts = BoardCanvases & {
  readonly model: TimelineModel
  readonly scroller: HTMLElement
  readonly painter: BoardPainter
}

// A class: its fields change with every frame of a drag, and all of it is dropped at once.
class CanvasBoard implements BoardView {
  readonly scroller: HTMLElement
  readonly #model: TimelineModel
  readonly #canvas: HTMLCanvasElement
  readonly #over: HTMLCanvasElement
  readonly #labelOf: Scene['labelOf']
  readonly #findLinks: ReturnType<typeof makeShownLinks>
  readonly #abort = new AbortController()
  readonly #painter: BoardPainter
  readonly #observer: ResizeObserver
  /** Advances the line that marks the current time while nobody touches the board. */
  readonly #minutes: ReturnType<typeof setInterval>
  #palette: Palette
  #theme = uiStore.theme
  #overlay = emptyOverlay
  #dying: readonly Dying[] = []
  #frame = 0
  #size = { width: 0, height: 0, nameWidth: 0 }
  #painted = { left: -1, top: -1 }
  #isBaseOld = true

  constructor({ model, scroller, canvas, over, painter }: BoardParts) {
    this.#model = model
    this.scroller = scroller
    this.#canvas = canvas
    this.#over = over
    this.#painter = painter
    this.#labelOf = makeNameLabels(model, this.paintSoon)
    this.#findLinks = makeShownLinks(model)
    this.#palette = readPalette(this.#theme)
    this.#resize()
    this.#observer = new ResizeObserver(() => {
      this.#resize()
      this.paint()
    })
    this.#observer.observe(scroller)
    const { signal } = this.#abort
    // Names are repainted once their fonts are loaded.
    document.fonts.addEventListener('loadingdone', this.#readPalette, { signal })
    this.#minutes = setInterval(this.paintSoon, 60_000)
    for (const event of ['focusin', 'focusout'] as const) scroller.addEventListener(event, this.paintSoon, { signal })
  }

  #resize(): void {
    const { clientWidth, clientHeight } = this.scroller
    const nameWidth = nameWidthOf(this.scroller)
    const width = Math.max(1, clientWidth - nameWidth)
    const height = Math.max(1, clientHeight - headerHeight)
    const ratio = window.devicePixelRatio || 1
    const known = this.#size
    if (
      width === known.width &&
      height === known.height &&
      nameWidth === known.nameWidth &&
      this.#canvas.width === Math.round((nameWidth + width) * ratio)
    ) {
      return
    }
    // Text is larger on a small screen.
    if (nameWidth !== known.nameWidth) this.#palette = readPalette(this.#theme)
    this.#size = { width, height, nameWidth }
    setSize(this.#canvas, { width: nameWidth + width, height: headerHeight + height })
    setSize(this.#over, { width, height })
  }

  /** Reads a new palette and repaints everything. */
  #readPalette = (): void => {
    this.#theme = uiStore.theme
    this.#palette = readPalette(this.#theme)
    this.paintSoon()
  }

  getViewport = () => ({
    left: this.scroller.scrollLeft,
    top: this.scroller.scrollTop,
    width: this.#size.width,
    height: this.#size.height,
  })

  getVisibleRows = (): readonly ArtistRow[] => {
    const { top, height } = this.getViewport()
    return rowsWithin(this.#model.getLayout(), top, top + height)
  }

  paint = (): void => {
    this.#isBaseOld = true
    this.#paintNow()
  }

  #paintNow = (): void => {
    cancelAnimationFrame(this.#frame)
    this.#frame = 0
    if (this.#theme !== uiStore.theme) {
      this.#theme = uiStore.theme
      this.#palette = readPalette(this.#theme)
    }
    const scene = this.#makeScene()
    const ratio = window.devicePixelRatio || 1
    if (this.#isBaseOld) this.#painter.paint(scene, ratio)
    this.#isBaseOld = false
    this.#painter.paintOver(scene, ratio)
    if (this.#dying.length > 0) this.#overSoon()
  }

  #makeScene(): Scene {
    const model = this.#model
    const viewport = this.getViewport()
    this.#painted = viewport
    const now = performance.now()
    this.#dying = this.#dying.filter(({ startedAt }) => now - startedAt < disintegrateMs)
    const time = new Date()
    return {
      ...this.#overlay,
      ...viewport,
      layout: model.getLayout(),
      palette: this.#palette,
      selection: timelineStore.selection,
      links: this.#isBaseOld ? this.#findLinks(this.getVisibleRows()) : [],
      dying: this.#dying.map(({ bar, startedAt }) => ({ bar, progress: (now - startedAt) / disintegrateMs })),
      load: model.getLoad(),
      daysOff: model.timeline.getDaysOff(),
      nameWidth: this.#size.nameWidth,
      labelOf: this.#labelOf,
      ringed: this.#findRinged(),
      dayFraction: (time.getHours() + time.getMinutes() / 60) / 24,
    }
  }

  /** Paints only the upper canvas, unless the lower one is due in the same frame anyway. */
  #overSoon(): void {
    if (this.#frame === 0) this.#frame = requestAnimationFrame(this.#paintNow)
  }

  paintSoon = (): void => {
    this.#isBaseOld = true
    this.#overSoon()
  }

  keepMiddle = (dayWidthBefore: number): void => {
    // As last painted: reading the scroller would force another layout.
    const middle = (this.#painted.left + this.#size.width / 2) / dayWidthBefore
    this.scroller.scrollLeft = middle * this.#model.getLayout().dayWidth - this.#size.width / 2
  }

  follow = (): void => {
    const { scrollLeft, scrollTop } = this.scroller
    if (scrollLeft !== this.#painted.left || scrollTop !== this.#painted.top) this.paintSoon()
  }

  getOverlay = (): Overlay => this.#overlay

  setOverlay = (overlay: Overlay): void => {
    const before = this.#overlay
    const isSameLifted =
      overlay.lifted.size === before.lifted.size && [...overlay.lifted].every((id) => before.lifted.has(id))
    // The same set, so that the layer below counts as unchanged.
    this.#overlay = isSameLifted ? { ...overlay, lifted: before.lifted } : overlay
    if (isSameLifted && overlay.stretched === before.stretched) this.#overSoon()
    else this.paintSoon()
  }

  hit = (clientX: number, clientY: number): BoardHit | undefined => {
    const { left, top, right, bottom } = this.#getBox()
    if (clientX < left || clientY < top || clientX > right || clientY > bottom) return undefined
    const x = clientX - left + this.scroller.scrollLeft
    const y = clientY - top + this.scroller.scrollTop
    const layout = this.#model.getLayout()
    const [row] = rowsWithin(layout, y, y + 1)
    if (row === undefined) return undefined
    const bar = row.bars.findLast(
      (candidate) =>
        x >= candidate.x &&
        x <= candidate.x + candidate.width &&
        y >= candidate.y &&
        y <= candidate.y + layout.barHeight,
    )
    const isAtEdge = bar !== undefined && x > bar.x + bar.width - Math.min(edgePixels, bar.width / 3)
    const line = Math.max(0, Math.floor((y - row.y) / (layout.barHeight + 5)))
    return { row, dayPosition: x / layout.dayWidth, line, bar, isAtEdge }
  }

  /** Returns the days' box in the window, without dates and names. */
  #getBox() {
    const { left, top, right, bottom } = this.#canvas.getBoundingClientRect()
    return { left: left + this.#size.nameWidth, top: top + headerHeight, right, bottom }
  }

  /** Finds the bar whose cell has a visible keyboard focus. */
  #findRinged(): BlockId | undefined {
    const { activeElement } = document
    if (!(activeElement instanceof HTMLElement) || activeElement.dataset['block'] === undefined) return undefined
    const isShown = this.scroller.contains(activeElement) && activeElement.matches(':focus-visible')
    return isShown ? timelineStore.focus : undefined
  }

  toWindow = (x: number, y: number) => {
    const { left, top } = this.#getBox()
    return { x: left + x - this.scroller.scrollLeft, y: top + y - this.scroller.scrollTop }
  }

  scrollTo: BoardView['scrollTo'] = ({ x, y, width, height }) => {
    const { left, top, width: seenWidth, height: seenHeight } = this.getViewport()
    const margin = 24
    let nextLeft = left
    if (x < left + margin) nextLeft = x - margin
    else if (x + Math.min(width, seenWidth - 2 * margin) > left + seenWidth - margin) {
      nextLeft = x + Math.min(width, seenWidth - 2 * margin) - seenWidth + margin
    }
    const nextTop = y < top ? y - 8 : y + height > top + seenHeight ? y + height - seenHeight + 8 : top
    if (nextLeft !== left || nextTop !== top) this.scroller.scrollTo({ left: nextLeft, top: nextTop })
  }

  disintegrate = (bars: readonly Bar[]): void => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const startedAt = performance.now()
    this.#dying = [...this.#dying, ...bars.map((bar) => ({ bar, startedAt }))]
    this.#overSoon()
  }

  close = (): void => {
    clearInterval(this.#minutes)
    cancelAnimationFrame(this.#frame)
    this.#observer.disconnect()
    this.#abort.abort()
  }
}

function setSize(canvas: HTMLCanvasElement, size: { readonly width: number; readonly height: number }): void {
  const ratio = window.devicePixelRatio || 1
  for (const side of ['width', 'height'] as const) {
    canvas[side] = Math.round(size[side] * ratio)
    canvas.style[side] = `${size[side]}px`
  }
}

/** Reads the width of the names, narrower on a small screen; the canvas takes the rest. */
function nameWidthOf(scroller: HTMLElement): number {
  return Number.parseFloat(getComputedStyle(scroller).getPropertyValue('--name-width')) || nameWidth
}
