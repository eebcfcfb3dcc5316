import { makeListeners } from '#core/lib/listeners.ts'
import { uiStore } from '#app/stores/ui-store.ts'
import { afterPaint } from '../model/after-paint.ts'
import type { SpaceModel } from '../model/space-model.ts'
import { readPicture } from '../look/read-picture.ts'
import type { SpaceLook } from '#app/widgets/space-look/space-look.ts'
import {
  makeGridPainter,
  type GridPainter,
  type GridPicture,
  type Stretch,
  type StretchColumn,
} from './grid-painter.ts'

/** The rendered rows; `to` is exclusive. */
export type RowRange = {
  readonly from: number
  readonly to: number
  /**
   * From here on, rows keep what they show until it is their turn; the canvas over them already shows the new state.
   */
  readonly freshTo: number
}

/** What the grid consists of, from its last render. */
export type WindowPicture = Omit<GridPicture, 'theme' | 'earlyStatus' | 'findThumbnail'> & {
  /** Changes with everything drawn, except places and totals. */
  readonly version: string
  readonly findThumbnailUrl: (itemId: Parameters<GridPicture['findThumbnail']>[0]) => string | undefined
}

/** What a pointer is over: a row, a column or -1 over the names, and how far from the left edge. */
export type Place = { readonly row: number; readonly column: number; readonly left: number }

type Parts = {
  readonly scroller: HTMLElement
  readonly header: Element
  readonly holder: HTMLElement
  readonly canvas: HTMLCanvasElement
}

/** The canvas need not be drawn again while these are the same. */
const drawnFrom = ['version', 'places', 'totals'] as const
const OVERSCAN = 6
/** New rows are rendered when this few are left in the scroll direction. */
const MARGIN = 2
const QUIET_MS = 100
/** As many rows as take a few milliseconds; keys and frames are handled between batches. */
const ROWS_AT_ONCE = 6
const PICTURE_LIMIT = 400
// Phones have few cells and scroll them natively; with forced colours, only the style sheet knows the colours.
const CANVAS_MEDIA = '(width >= 640px) and (pointer: fine) and (forced-colors: none)'

/**
 * Decides which rows are rendered. At rest, rows are elements with everything that assistive technology, tests and
 * pointers need. Whatever they cannot keep up with (a long jump, five thousand new statuses, the first paint) is drawn
 * on a canvas over them within the frame, and the rows follow once scrolling rests.
 */
export class GridWindow {
  readonly #model: SpaceModel
  readonly #listeners = makeListeners()
  readonly #pictures = new Map<string, HTMLImageElement>()
  #range: RowRange = { from: 0, to: 0, freshTo: Infinity }
  #parts: Parts | undefined
  #painter: GridPainter | undefined
  /** Draws pictures to keep; it leaves out items' thumbnails, as images from another origin would taint its canvas. */
  #camera: { readonly canvas: HTMLCanvasElement; readonly painter: GridPainter } | undefined
  #picture: WindowPicture | undefined
  #stretch: Stretch = { width: 0, height: 0, scrollTop: 0, scrollLeft: 0, nameWidth: 0, stuckWidth: 0, columns: [] }
  #columns: ReturnType<SpaceModel['getColumns']> | undefined
  #headerHeight = 0
  #revealed: number | undefined
  #isCovered = false
  #timer: ReturnType<typeof setTimeout> | undefined
  #turn: ReturnType<typeof setTimeout> | undefined

  constructor(model: SpaceModel) {
    this.#model = model
  }

  subscribe = this.#listeners.subscribe

  getRange = (): RowRange => this.#range

  /** Returns the visible height of rows in pixels. */
  getHeight = (): number => this.#stretch.height

  /** Connects to the elements; the returned function disconnects. */
  connect(parts: Parts): () => void {
    this.#parts = parts
    const { scroller, canvas, holder } = parts
    if (typeof OffscreenCanvas !== 'undefined') this.#painter = makeGridPainter(canvas, holder)
    this.#measure()
    if (this.#painter === undefined || !this.#canCover()) this.#setRange(OVERSCAN)
    else {
      this.#cover()
      void afterPaint().then(this.#settle)
    }
    const resizes = new ResizeObserver(() => {
      // The observer also reports the size already measured.
      if (!this.#isResized()) return
      const before = this.#stretch
      this.#measure()
      this.#keepInSight(before)
      if (this.#isCovered) this.#paint()
      this.#settleSoon()
    })
    resizes.observe(scroller)
    document.fonts?.addEventListener('loadingdone', this.#onFonts)
    scroller.addEventListener('scroll', this.#onScroll, { passive: true })
    // Without a canvas nothing can be shown ahead, and nobody should wait for it.
    const stopEarly = this.#painter === undefined ? () => undefined : this.#model.earlyStatus.subscribe(this.#onEarly)
    return () => {
      stopEarly()
      resizes.disconnect()
      document.fonts?.removeEventListener('loadingdone', this.#onFonts)
      scroller.removeEventListener('scroll', this.#onScroll)
      clearTimeout(this.#timer)
      clearTimeout(this.#turn)
      this.#painter?.clear()
      this.#camera?.painter.clear()
      this.#camera = undefined
      this.#parts = undefined
    }
  }

  /** Takes the picture of each render, once its rows are in the page. */
  show(picture: WindowPicture): void {
    const before = this.#picture
    this.#picture = picture
    const isOtherShape =
      before !== undefined && (this.#columns !== this.#model.getColumns() || before.sizes !== picture.sizes)
    this.#columns = this.#model.getColumns()
    if (isOtherShape) this.#measure()
    if (before !== undefined && before.places !== picture.places) {
      // The index may belong to another row now.
      this.#revealed = undefined
      this.#onMoved()
    }
    if (!this.#isCovered) return
    // The rows under the canvas catch up in batches with what it already shows: it is not drawn again for them.
    if (!this.#isFresh()) this.#refreshSoon()
    else if (this.#covers(0) && this.#model.earlyStatus.get() === undefined) this.#uncover()
    else if (isOtherShape || drawnFrom.some((key) => before?.[key] !== picture[key])) this.#paint()
  }

  /** Scrolls as little as possible to show a row, and a column if given; returns the resulting scroll position. */
  reveal(index: number, column = -1): number {
    const { scroller } = this.#parts ?? {}
    const { places } = this.#picture ?? {}
    if (scroller === undefined || places === undefined) return 0
    this.#revealed = index
    const { scrollTop, height } = this.#stretch
    const [top, bottom] = [places.topOf(index), places.topOf(index + 1) + this.#headerHeight]
    const above = top - this.#stuckHeight(index)
    const to = above < scrollTop ? above : bottom > scrollTop + height ? bottom - height : scrollTop
    const across = this.#leftToShow(column)
    const isScrolled = to !== scrollTop || across !== this.#stretch.scrollLeft
    if (to !== scrollTop) scroller.scrollTop = to
    if (across !== this.#stretch.scrollLeft) scroller.scrollLeft = across
    // Reading forces a layout, which a cursor that stays in view need not wait for.
    if (isScrolled) this.#readScroll()
    if (!this.#covers(0)) this.#onScroll()
    else if (this.#isCovered) this.#paint()
    return to
  }

  /** Keeps the last revealed row visible when a bar takes up its place. */
  #keepInSight({ scrollTop, height }: Stretch): void {
    const { places } = this.#picture ?? {}
    const index = this.#revealed
    if (index === undefined || places === undefined || height <= this.#stretch.height) return
    const bottom = places.topOf(index + 1) + this.#headerHeight
    if (scrollTop <= places.topOf(index) && bottom <= scrollTop + height) this.reveal(index)
  }

  /** Returns the height of what lies over the rows at the top: the sticky heading of the row's collection. */
  #stuckHeight(index: number): number {
    const { layout, sizes } = this.#picture ?? {}
    if (layout?.getRow(index)?.kind !== 'item') return 0
    return layout.sections.some(({ hasHeading }) => hasHeading) ? (sizes?.collection ?? 0) : 0
  }

  /** Returns the scroll position that shows a column beside the stuck ones. */
  #leftToShow(column: number): number {
    const { columns, stuckWidth, scrollLeft, width } = this.#stretch
    const place = columns[column]
    if (place === undefined || place.isStuck || width === 0) return scrollLeft
    if (place.left < scrollLeft + stuckWidth) return place.left - stuckWidth
    return Math.max(scrollLeft, place.left + place.width - width)
  }

  /** Finds the row and column at a point of the window, also where the row is drawn and not rendered yet. */
  findPlace({ x, y }: { readonly x: number; readonly y: number }): Place | undefined {
    const { scroller } = this.#parts ?? {}
    const { places } = this.#picture ?? {}
    if (!this.#isCovered || scroller === undefined || places === undefined) return undefined
    const box = scroller.getBoundingClientRect()
    const { scrollTop, scrollLeft, nameWidth, stuckWidth, columns, height, width } = this.#stretch
    const [left, top] = [x - box.left, y - box.top - this.#headerHeight]
    const isInside = left >= 0 && left < width && top >= 0 && top < Math.min(height, places.height - scrollTop)
    if (!isInside) return undefined
    const isIn = (at: StretchColumn): boolean => {
      const across = left < stuckWidth ? left : left + scrollLeft
      return at.isStuck === left < stuckWidth && across >= at.left && across < at.left + at.width
    }
    return { row: places.indexAt(top + scrollTop), column: left < nameWidth ? -1 : columns.findIndex(isIn), left }
  }

  /** Draws the first rows, without selection, as a picture; absent where nothing can be drawn. */
  async takePicture(): Promise<SpaceLook | undefined> {
    const picture = this.#picture
    const camera = (this.#camera ??= this.#makeCamera())
    if (camera === undefined || picture === undefined || !this.#canCover()) return undefined
    const { width, height } = this.#stretch
    const bare = { theme: uiStore.theme, findThumbnail: () => undefined, earlyStatus: undefined, isPlain: true }
    camera.painter.paint({ ...picture, ...bare }, { ...this.#stretch, scrollTop: 0, scrollLeft: 0 })
    return { width, height, url: await readPicture(camera.canvas) }
  }

  #makeCamera(): { readonly canvas: HTMLCanvasElement; readonly painter: GridPainter } | undefined {
    if (this.#parts === undefined || this.#painter === undefined) return undefined
    const canvas = document.createElement('canvas')
    // In the page, hidden, for the page's font features.
    this.#parts.holder.append(canvas)
    const painter = makeGridPainter(canvas, this.#parts.holder)
    return painter === undefined ? undefined : { canvas, painter }
  }

  #onScroll = (): void => {
    this.#readScroll()
    if (this.#isCovered) {
      this.#paint()
      this.#settleSoon()
    } else if (this.#covers(0)) {
      if (!this.#covers(MARGIN)) this.#setRange(OVERSCAN)
    } else if (this.#canCover()) {
      this.#cover()
      this.#setAway(true)
      this.#settleSoon()
    } else this.#setRange(OVERSCAN)
  }

  /** Drops what was measured and drawn with a fallback font. */
  #onFonts = (): void => {
    this.#painter?.clear()
    if (this.#isCovered) this.#paint()
  }

  #onEarly = (): void => {
    if (this.#model.earlyStatus.get() !== undefined && this.#canCover()) this.#cover()
    else if (this.#isCovered) {
      this.#publish({ ...this.#range, freshTo: this.#range.from })
      this.#settleSoon()
    }
  }

  #isFresh(): boolean {
    return this.#range.freshTo >= this.#range.to
  }

  /** Updates the rows under the canvas in batches: all at once would be one long task. */
  #refreshSoon(): void {
    clearTimeout(this.#turn)
    this.#turn = setTimeout(() => {
      const freshTo = this.#range.freshTo + ROWS_AT_ONCE
      this.#publish({ ...this.#range, freshTo: freshTo >= this.#range.to ? Infinity : freshTo })
    }, 0)
  }

  /** Runs when rows were added or removed, or their heights changed. */
  #onMoved(): void {
    if (!this.#isCovered && !this.#covers(0)) this.#setRange(OVERSCAN)
  }

  #settleSoon(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(this.#settle, QUIET_MS)
  }

  /** Renders the visible rows, then those around them, so that neither step takes long. */
  #settle = (): void => {
    if (this.#parts === undefined || this.#model.earlyStatus.get() !== undefined) return
    clearTimeout(this.#timer)
    if (this.#covers(0) && this.#isCovered && this.#isFresh()) this.#uncover()
    if (!this.#covers(0)) this.#setRange(0)
    if (!this.#covers(OVERSCAN)) this.#timer = setTimeout(() => this.#setRange(OVERSCAN), QUIET_MS)
  }

  #canCover(): boolean {
    return this.#painter !== undefined && this.#picture !== undefined && window.matchMedia(CANVAS_MEDIA).matches
  }

  #cover(): void {
    this.#paint()
    if (this.#isCovered) return
    this.#isCovered = true
    this.#collectPictures()
    if (this.#parts !== undefined) this.#parts.canvas.style.visibility = 'visible'
  }

  #uncover(): void {
    this.#isCovered = false
    this.#setAway(false)
    if (this.#parts !== undefined) this.#parts.canvas.style.visibility = 'hidden'
  }

  /** Hides rows that are out of view under the canvas, so that the browser skips them while scrolling. */
  #setAway(areAway: boolean): void {
    this.#parts?.scroller.toggleAttribute('data-away', areAway)
  }

  #paint(): void {
    const picture = this.#picture
    if (picture === undefined || this.#painter === undefined) return
    const findThumbnail: GridPicture['findThumbnail'] = (itemId) =>
      this.#pictures.get(picture.findThumbnailUrl(itemId) ?? '')
    const { theme } = uiStore
    this.#painter.paint({ ...picture, theme, findThumbnail, earlyStatus: this.#model.earlyStatus.get() }, this.#stretch)
  }

  /** Collects pictures already in the page, which cost nothing to draw; others are not fetched in passing. */
  #collectPictures(): void {
    if (this.#pictures.size > PICTURE_LIMIT) this.#pictures.clear()
    for (const image of this.#parts?.scroller.querySelectorAll('img') ?? []) {
      if (image.complete && image.naturalWidth > 0) this.#pictures.set(image.src, image)
    }
  }

  #readScroll(): void {
    const { scroller } = this.#parts ?? {}
    if (scroller === undefined) return
    const { scrollTop, scrollLeft } = scroller
    this.#stretch = { ...this.#stretch, scrollTop, scrollLeft }
  }

  /** Measures the layout: at the start and when it changed, never while scrolling. */
  #measure(): void {
    const { scroller, header, canvas } = this.#parts ?? {}
    if (scroller === undefined || header === undefined || canvas === undefined) return
    this.#readScroll()
    const { left } = header.getBoundingClientRect()
    const stuckFrom = left + this.#stretch.scrollLeft
    const columns = Array.from(header.children, (cell, at) => {
      const { left: from, width: across } = cell.getBoundingClientRect()
      const isStuck = this.#model.getColumns()[at - 1]?.stuckAt !== undefined && isSticky(cell)
      return { left: from - (isStuck ? stuckFrom : left), width: across, isStuck }
    })
    const nameWidth = columns[0]?.width ?? 0
    const stuck = columns.filter(({ isStuck }) => isStuck)
    const stuckWidth = stuck.reduce((sum, { width: across }) => sum + across, nameWidth)
    this.#headerHeight = header.clientHeight + 1
    const width = scroller.clientWidth
    const height = Math.max(0, scroller.clientHeight - this.#headerHeight)
    this.#stretch = { ...this.#stretch, width, height, nameWidth, stuckWidth, columns: columns.slice(1) }
    canvas.style.width = `${width}px`
    canvas.style.height = `${height}px`
  }

  #isResized(): boolean {
    const { scroller } = this.#parts ?? {}
    const { width, height } = this.#stretch
    return scroller?.clientWidth !== width || scroller.clientHeight - this.#headerHeight !== height
  }

  /** Whether all visible rows, and a margin beyond them, are rendered. */
  #covers(margin: number): boolean {
    const wanted = this.#wanted(margin)
    return this.#range.from <= wanted.from && wanted.to <= this.#range.to
  }

  #wanted(margin: number): RowRange {
    const { places } = this.#picture ?? {}
    if (places === undefined || places.count === 0) return { from: 0, to: 0, freshTo: Infinity }
    const { scrollTop, height } = this.#stretch
    return {
      from: Math.max(0, places.indexAt(scrollTop) - margin),
      to: Math.min(places.count, places.indexAt(scrollTop + height) + 1 + margin),
      freshTo: this.#range.freshTo,
    }
  }

  #setRange(margin: number): void {
    this.#setAway(false)
    const wanted = this.#wanted(margin)
    if (wanted.from !== this.#range.from || wanted.to !== this.#range.to) this.#publish(wanted)
  }

  #publish(range: RowRange): void {
    this.#range = range
    this.#listeners.tell()
  }
}

/** Whether a pinned column is sticky: not in a narrow window. */
function isSticky(cell: Element): boolean {
  return getComputedStyle(cell).position === 'sticky'
}
