import type { ScheduledBlock } from '#core/timeline/layout.ts'
import { draggedDays, durationOnRelease, durationWhileResizing, fromDayIndex } from '#core/timeline/window.ts'
import type { BlockId, UserId } from '#core/lib/ids.ts'
import { watchHeld } from '../model/held-blocks.ts'
import { pickBlocks, placeMoved, placeQueued, settleOnBoard } from '../model/moving.ts'
import type { TimelineModel } from '../model/timeline-model.ts'
import { setTimelineView } from '../timeline-store.ts'
import type { Drop } from '../timeline-page-context.ts'
import { edgePixels, followPointer } from './auto-scroll.ts'
import { emptyOverlay, type BoardHit, type BoardView } from './board-view.ts'
import { formatDay } from '#app/lib/format-day.ts'
import { formatDuration } from './describe-bar.ts'
import { hidePreview, showPreview } from './drag-preview.ts'

/** What is dragged: bars, one bar's right edge, or queued tasks. */
export type DragSource =
  | { readonly kind: 'bars'; readonly ids: readonly BlockId[]; readonly from: UserId }
  | { readonly kind: 'edge'; readonly id: BlockId }
  | { readonly kind: 'queue'; readonly ids: readonly BlockId[] }

type Point = { readonly x: number; readonly y: number }

/** Pixels before a press becomes a drag. */
const dragPixels = 4

type DragDeps = {
  readonly model: TimelineModel
  readonly view: BoardView
  readonly onDrop: (drop: Drop) => void
}

/** Follows the pointer from a press to its release; Escape cancels the drag. */
export function startDrag(deps: DragDeps, source: DragSource, event: PointerEvent): void {
  new DragSession(deps, source, { x: event.clientX, y: event.clientY }).listen(event.pointerId)
}

// A class: its fields follow the pointer, and all of it is dropped at once.
class DragSession {
  readonly #deps: DragDeps
  #source: DragSource
  readonly #from: Point
  readonly #scrollFrom: Point
  readonly #abort = new AbortController()
  #point: Point
  #isDragging = false
  #placed: readonly ScheduledBlock[] = []
  #stopFollowing: (() => void) | undefined
  #stopWatching: (() => void) | undefined

  constructor(deps: DragDeps, source: DragSource, from: Point) {
    this.#deps = deps
    this.#source = source
    this.#from = from
    this.#point = from
    this.#scrollFrom = { x: deps.view.scroller.scrollLeft, y: deps.view.scroller.scrollTop }
  }

  listen(pointerId: number): void {
    const { signal } = this.#abort
    const mine = (act: (event: PointerEvent) => void) => (event: PointerEvent) => {
      if (event.pointerId === pointerId) act(event)
    }
    window.addEventListener(
      'pointermove',
      mine((event) => this.#move(event)),
      { signal },
    )
    window.addEventListener(
      'pointerup',
      mine((event) => this.#release(event)),
      { signal },
    )
    window.addEventListener(
      'pointercancel',
      mine(() => this.#end()),
      { signal },
    )
    window.addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Escape' || !this.#isDragging) return
        event.preventDefault()
        event.stopPropagation()
        this.#end()
      },
      { signal, capture: true },
    )
  }

  #move(event: PointerEvent): void {
    this.#point = { x: event.clientX, y: event.clientY }
    if (!this.#isDragging) {
      const isFar = Math.hypot(this.#point.x - this.#from.x, this.#point.y - this.#from.y) >= dragPixels
      if (!isFar) return
      this.#begin()
    }
  }

  #begin(): void {
    const { model, view } = this.#deps
    const source = this.#source
    this.#isDragging = true
    this.#stopWatching = watchHeld(model, {
      ids: source.kind === 'edge' ? [source.id] : source.ids,
      getShown: () => view.getOverlay().ghosts,
      onNews: (kept) => this.#continueMove(kept),
    })
    setTimelineView({ dragging: source.kind === 'queue' ? 'queue' : 'bars' })
    view.scroller.dataset['cursor'] = source.kind === 'edge' ? 'resize' : 'grabbing'
    this.#stopFollowing = followPointer({
      scroller: view.scroller,
      edge: source.kind === 'edge' ? edgePixels.stretch : edgePixels.move,
      getPoint: () => this.#point,
      onMoved: () => this.#update(),
    })
  }

  /** Continues after a change from elsewhere with the blocks that are left, from where they are by now. */
  #continueMove(kept: readonly BlockId[]): void {
    if (kept.length === 0) return this.#end()
    if (this.#source.kind !== 'edge') this.#source = { ...this.#source, ids: kept }
    this.#update()
  }

  #update(): void {
    const { model, view } = this.#deps
    const source = this.#source
    if (source.kind === 'edge') {
      const durationDays = this.#stretch(source.id)
      view.setOverlay({ ...emptyOverlay, stretched: { id: source.id, durationDays } })
      showPreview(formatDuration(durationOnRelease(durationDays)), '', this.#point)
      return
    }
    const hit = view.hit(this.#point.x, this.#point.y)
    const isOverQueue = this.#isOverQueue(hit)
    this.#placed = this.#place(hit)
    view.setOverlay({
      lifted: new Set(source.kind === 'bars' ? source.ids : []),
      ghosts: isOverQueue ? [] : this.#placed,
      stretched: undefined,
    })
    const [first] = this.#placed
    const [firstId] = source.ids
    const block = firstId === undefined ? undefined : model.findBlock(firstId)
    if (block === undefined) return
    const { title, stage } = model.describe(block)
    const more = source.ids.length > 1 ? ` and ${source.ids.length - 1} more` : ''
    const artist = first && model.studio.replica.find('studio_members', first.assigneeId)?.displayName
    const place = isOverQueue ? 'Back to the queue' : first && `${artist} · ${formatDay(first.startDate)}`
    showPreview(`${title} ${stage}${more}`, place ?? '', this.#point)
  }

  #place(hit: BoardHit | undefined): readonly ScheduledBlock[] {
    const { model, view } = this.#deps
    const source = this.#source
    if (source.kind === 'queue') {
      if (hit === undefined) return []
      const blocks = pickBlocks(model, source.ids).queued
      const day = fromDayIndex(Math.floor(hit.dayPosition), model.getToday())
      return placeQueued(model, blocks, { assigneeId: hit.row.artist.userId, day, rowIndex: hit.line })
    }
    if (source.kind !== 'bars') return []
    const { dayWidth } = model.getLayout()
    const pixels = this.#point.x - this.#from.x + view.scroller.scrollLeft - this.#scrollFrom.x
    const { scheduled } = pickBlocks(model, source.ids)
    // Rows come and go during a drag; outside of all rows the artist stays.
    const start = model.getLayout().rowOfArtist.get(source.from)?.index
    const artists = hit === undefined || start === undefined ? 0 : hit.row.index - start
    const rowIndex = hit !== undefined && scheduled.length === 1 ? hit.line : undefined
    return placeMoved(model, scheduled, { days: draggedDays(pixels, dayWidth), artists, rowIndex })
  }

  #stretch(id: BlockId): number {
    const { view, model } = this.#deps
    const pixels = this.#point.x - this.#from.x + view.scroller.scrollLeft - this.#scrollFrom.x
    return durationWhileResizing(model.findBlock(id)?.durationDays ?? 1, pixels, model.getLayout().dayWidth)
  }

  #isOverQueue(hit: BoardHit | undefined): boolean {
    // Over the board this skips hit-testing, which would force a layout with every frame.
    if (this.#source.kind !== 'bars' || hit !== undefined) return false
    const { x, y } = this.#point
    const under = document.elementFromPoint(x, y)
    return under !== null && under.closest('[data-timeline-queue]') !== null
  }

  #release(event: PointerEvent): void {
    const source = this.#source
    const isCopy = event.altKey
    if (!this.#isDragging) return this.#end()
    // Changes from here on are this person's own.
    this.#stopWatching?.()
    // The release point may be further than the last frame's.
    this.#point = { x: event.clientX, y: event.clientY }
    const { model, onDrop, view } = this.#deps
    const hit = view.hit(this.#point.x, this.#point.y)
    if (source.kind !== 'edge') this.#placed = this.#place(hit)
    if (source.kind === 'edge') {
      const durationDays = durationOnRelease(this.#stretch(source.id))
      const blocks = pickBlocks(model, [source.id]).scheduled.map((block) => ({ ...block, durationDays }))
      onDrop({ kind: 'place', blocks: settleOnBoard(model, blocks), isCopy: false })
    } else if (this.#isOverQueue(hit)) onDrop({ kind: 'queue', ids: source.ids })
    else if (this.#placed.length > 0)
      onDrop({ kind: 'place', blocks: this.#placed, isCopy: isCopy && source.kind === 'bars' })
    this.#end()
  }

  #end(): void {
    const { view } = this.#deps
    this.#abort.abort()
    this.#stopFollowing?.()
    this.#stopWatching?.()
    hidePreview()
    setTimelineView({ dragging: undefined })
    delete view.scroller.dataset['cursor']
    view.setOverlay(emptyOverlay)
  }
}
