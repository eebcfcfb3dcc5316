import { memo, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { timelineDayCount, timelineInitialDayIndex, todayIndex } from '#core/timeline/window.ts'
import type { BlockId } from '#core/lib/ids.ts'
import { barsWithin, isOnDays, rowsWithin, type ArtistRow, type Bar } from '../model/lay-out-board.ts'
import type { TimelineModel } from '../model/timeline-model.ts'
import { describeWeek, weekLoadOf } from '../model/week-load.ts'
import { focusBlock, timelineStore } from '../timeline-store.ts'
import { describeBar } from './describe-bar.ts'
import { openBoardView, type BoardView } from './board-view.ts'
import { roleOf } from './name-labels.ts'
import type { Drop } from '../timeline-page-context.ts'
import { useBoardPointer } from './use-board-pointer.ts'
import { headerHeight, nameWidth } from './sizes.ts'
import styles from './board.module.css'

type BoardProps = {
  readonly model: TimelineModel
  readonly version: number
  readonly onView: (view: BoardView | undefined) => void
  readonly onDrop: (drop: Drop) => void
}

type Range = { readonly top: number; readonly bottom: number; readonly left: number; readonly right: number }

const restMs = 120

/**
 * The board: bars painted on one canvas the size of the view, under a grid of real cells for the visible ones, which
 * carry focus and names. The canvas follows scrolling at once; the cells follow when it rests.
 */
export function Board({ model, version, onView, onDrop }: BoardProps) {
  const { scrollerRef, canvasRef, overRef, ghostsRef, view } = useBoardView(model, onView)
  const layout = model.getLayout()
  const isRested = useRested(layout.dayWidth)
  const range = useRange(view, isRested ? version : undefined)

  useZoomAnchor(view, layout.dayWidth)
  useLayoutEffect(() => view?.paint(), [view, version])
  useFocusedCell(scrollerRef, version)
  const pointer = useBoardPointer(model, view, onDrop)

  return (
    <div
      ref={scrollerRef}
      className={styles['scroller']}
      role="grid"
      aria-label="Team timeline"
      aria-rowcount={layout.rows.length}
      aria-multiselectable="true"
      data-timeline-board=""
      {...pointer}
    >
      <div
        className={styles['content']}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- bars lie where their days are, not in a table
        role="rowgroup"
        style={{
          width: `calc(var(--name-width) + ${timelineDayCount * layout.dayWidth}px)`,
          height: layout.height + headerHeight,
        }}
      >
        <div className={styles['stage']} aria-hidden="true">
          <canvas ref={canvasRef} />
          <canvas ref={overRef} className={styles['overCanvas']} />
          <div ref={ghostsRef} className={styles['ghosts']} hidden />
        </div>
        <div className={styles['edges']} data-timeline-edge="" aria-hidden="true">
          <div className={styles['dates']} />
          <div className={styles['names']} />
        </div>
        <Rows model={model} range={range} isHeld={!isRested} />
      </div>
    </div>
  )
}

/** Returns the initial scroll position: a few days before today, or today in the middle on a narrow screen. */
function findFirstLeft(dayWidth: number, width: number): number {
  const isTodaySeen = (todayIndex + 1 - timelineInitialDayIndex) * dayWidth <= width - nameWidth
  return isTodaySeen ? timelineInitialDayIndex * dayWidth : (todayIndex + 0.5) * dayWidth - (width - nameWidth) / 2
}

/** Opens the model's view on the elements behind the refs. */
function useBoardView(model: TimelineModel, onView: BoardProps['onView']) {
  const scrollerRef = useRef<HTMLDivElement>(null)
  const canvasRef = useRef<HTMLCanvasElement>(null)
  const overRef = useRef<HTMLCanvasElement>(null)
  const ghostsRef = useRef<HTMLDivElement>(null)
  const [view, setView] = useState<BoardView>()
  useLayoutEffect(() => {
    const [scroller, canvas] = [scrollerRef.current, canvasRef.current]
    const [over, ghosts] = [overRef.current, ghostsRef.current]
    if (scroller === null || canvas === null || over === null || ghosts === null) return undefined
    scroller.scrollLeft = findFirstLeft(model.getLayout().dayWidth, scroller.clientWidth)
    const opened = openBoardView(model, scroller, { canvas, over, ghosts })
    opened?.paint()
    setView(opened)
    onView(opened)
    return () => {
      opened?.close()
      onView(undefined)
    }
  }, [model, onView])
  return { scrollerRef, canvasRef, overRef, ghostsRef, view }
}

type RowsProps = {
  readonly model: TimelineModel
  readonly range: Range
  /** Cells stay as they were while zooming; the canvas repaints at once. */
  readonly isHeld: boolean
}

/** The visible rows, with the cells of their bars. */
const Rows = memo(
  function Rows({ model, range }: RowsProps) {
    const layout = model.getLayout()
    const { focus, selection } = timelineStore
    const known = focus === undefined ? undefined : layout.findBar(focus)
    // A cell beyond the last day would widen the board.
    const focused = known && isOnDays(layout, known) ? known : undefined
    const rows = rowsWithin(layout, range.top, range.bottom)
    const focusedRow = focused && layout.rowOfArtist.get(focused.block.assigneeId)
    const shown = focusedRow === undefined || rows.includes(focusedRow) ? rows : [...rows, focusedRow]
    const first = focused?.id ?? findFirst(rows, range)?.id
    return shown.map((row) => (
      <BoardRow
        key={row.artist.userId}
        model={model}
        row={row}
        left={range.left}
        right={range.right}
        focused={row === focusedRow ? focused : undefined}
        first={first !== undefined && row.bars.some(({ id }) => id === first) ? first : undefined}
        selection={selection}
        week={`${roleOf(model, row.artist)} · ${describeWeek(weekLoadOf(model, row.artist.userId))}`}
      />
    ))
  },
  // Except while zooming, every change of the board affects the rows.
  (_, next) => next.isHeld,
)

type BoardRowProps = {
  readonly model: TimelineModel
  readonly row: ArtistRow
  readonly left: number
  readonly right: number
  /** The focused bar, where it is in this row. */
  readonly focused: Bar | undefined
  /** The bar that Tab leads to, where it is in this row. */
  readonly first: BlockId | undefined
  readonly selection: ReadonlySet<BlockId>
  /** The artist's role and how full their week is. */
  readonly week: string
}

const BoardRow = memo(function BoardRow(props: BoardRowProps) {
  const { model, row, left, right, focused, first, selection, week } = props
  const { barHeight } = model.getLayout()
  const inSight = barsWithin(row, left, right)
  const bars = focused !== undefined && !inSight.includes(focused) ? [...inSight, focused] : inSight
  return (
    <div
      className={styles['row']}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- bars lie where their days are, not in a table
      role="row"
      aria-rowindex={row.index + 1}
      style={{ top: row.y + headerHeight, height: row.height }}
    >
      <span
        className="visually-hidden"
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as above
        role="rowheader"
      >
        {row.artist.displayName} {week}
      </span>
      {bars.map((bar) => (
        <span
          key={bar.id}
          className={styles['cell']}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as above
          role="gridcell"
          data-block={bar.id}
          aria-label={describeBar(model, bar.block)}
          aria-selected={selection.has(bar.id)}
          tabIndex={bar.id === first ? 0 : -1}
          onFocus={() => focusBlock(bar.id)}
          style={{
            left: `calc(var(--name-width) + ${bar.x}px)`,
            top: bar.y - row.y,
            width: bar.width,
            height: barHeight,
          }}
        />
      ))}
    </div>
  )
})

function findFirst(rows: ReturnType<typeof rowsWithin>, range: Range): Bar | undefined {
  for (const row of rows) {
    const [bar] = barsWithin(row, range.left, range.right)
    if (bar !== undefined) return bar
  }
  return undefined
}

/**
 * The range that was visible when scrolling last rested. Without a version the rows are changing, and are measured once
 * they have one.
 */
function useRange(view: BoardView | undefined, version: number | undefined): Range {
  const [range, setRange] = useState<Range>({ top: 0, bottom: 0, left: 0, right: 0 })
  const measure = useCallback((): void => {
    if (view !== undefined) setRange((known) => keepSame(known, rangeOf(view)))
  }, [view])
  useEffect(() => {
    if (view === undefined) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const onScroll = (): void => {
      view.follow()
      clearTimeout(timer)
      timer = setTimeout(measure, restMs)
    }
    view.scroller.addEventListener('scroll', onScroll, { passive: true })
    window.addEventListener('resize', measure)
    return () => {
      clearTimeout(timer)
      view.scroller.removeEventListener('scroll', onScroll)
      window.removeEventListener('resize', measure)
    }
  }, [view, measure])
  useEffect(() => {
    if (version === undefined) return undefined
    // Once the page is laid out, and after each change of its rows.
    const frame = requestAnimationFrame(measure)
    return () => cancelAnimationFrame(frame)
  }, [measure, version])
  return range
}

/** Returns the view plus half a view above and below, so that rows are ready before they are scrolled to. */
function rangeOf(view: BoardView): Range {
  const { left, top, width, height } = view.getViewport()
  return { top: top - height / 2, bottom: top + height * 1.5, left, right: left + width }
}

function keepSame(known: Range, next: Range): Range {
  const isSame =
    known.top === next.top && known.bottom === next.bottom && known.left === next.left && known.right === next.right
  return isSame ? known : next
}

/** Whether the zoom has stayed the same for a moment. */
function useRested(dayWidth: number): boolean {
  const [last, setLast] = useState({ dayWidth, isRested: true })
  if (last.dayWidth !== dayWidth) setLast({ dayWidth, isRested: false })
  useEffect(() => {
    if (last.isRested) return undefined
    const timer = setTimeout(() => setLast({ dayWidth: last.dayWidth, isRested: true }), restMs)
    return () => clearTimeout(timer)
  }, [last])
  return last.isRested && last.dayWidth === dayWidth
}

/** Keeps the day in the middle of the view in place when the zoom changes. */
function useZoomAnchor(view: BoardView | undefined, dayWidth: number): void {
  const known = useRef(dayWidth)
  useLayoutEffect(() => {
    const before = known.current
    known.current = dayWidth
    if (view === undefined || before === dayWidth) return
    view.keepMiddle(before)
  }, [view, dayWidth])
}

/** Focuses the cell of the focused bar, unless the person is elsewhere: in a field, the queue, a dialog. */
function useFocusedCell(scroller: { readonly current: HTMLElement | null }, version: number): void {
  const { focus } = timelineStore
  useEffect(() => {
    if (focus === undefined || scroller.current === null) return
    const cell = findCell(scroller.current, focus)
    const active = document.activeElement
    const isFree = active === document.body || active === null || scroller.current.contains(active)
    if (cell !== null && cell !== active && isFree) cell.focus({ preventScroll: true })
  }, [focus, scroller, version])
}

function findCell(scroller: HTMLElement, id: BlockId): HTMLElement | null {
  return scroller.querySelector<HTMLElement>(`[data-block="${id}"]`)
}
