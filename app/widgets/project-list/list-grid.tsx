import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, type RefObject } from 'react'
import { useMedia } from '#app/hooks/use-media.ts'
import type { ChangedRow } from './change-rows.ts'
import { listShownColumns, type CellPage } from './list-cells.ts'
import { styleOfColumns } from './list-columns.ts'
import { ListHeader } from './list-header.tsx'
import { ListHeading } from './list-heading.tsx'
import { ListLineBox } from './list-line.tsx'
import { cellId, lineId, type ListedRows, type ListLine } from './list-lines.ts'
import type { ListLook } from './list-look.ts'
import { writeByTyping } from './list-typing.ts'
import styles from './project-list.module.css'
import { usePaste } from './use-paste.ts'

type ListGridProps<Row extends ChangedRow> = {
  readonly page: CellPage<Row>
  readonly shown: ListedRows<Row>
  readonly look: ListLook<Row>
}

/** The rows of a project's list under their group headings; only visible rows are rendered. */
export function ListGrid<Row extends ChangedRow>({ page, shown, look }: ListGridProps<Row>) {
  const { list } = page
  const { focus, column, editing } = list.store
  const isNarrow = useMedia('(max-width: 700px)')
  const scroller = useRef<HTMLDivElement>(null)
  const { lines } = shown
  const at = lines.findIndex(({ id }) => id === focus)
  const virtualizer = useLines({ scroller, lines, at, height: look.heights[isNarrow ? 1 : 0] })
  useKeptKeys(scroller, editing !== undefined)
  usePaste(page)
  const columns = listShownColumns(page)
  const draw = ({ index, start: top }: Drawn) => {
    const line = lines[index]
    if (line === undefined) return null
    // On narrow screens a line is as high as its content.
    const measure = isNarrow || look.isHeightOpen ? virtualizer.measureElement : undefined
    const { id } = line
    if (!('at' in line))
      return (
        <ListHeading key={id} page={page} look={look} group={line.group} place={{ top, index }} measure={measure} />
      )
    const place = { top, index, at: line.at }
    const given = { page, look, columns, place, measure }
    return <ListLineBox key={id} row={line.row} {...given} />
  }
  const isOnCell = column !== undefined && columns.some(({ id }) => id === column)
  return (
    <div className={styles['columns']} style={styleOfColumns(columns, look.sizes)}>
      <ListHeader list={list} title={look.title} columns={columns} unsorted={look.unsorted} />
      <div
        ref={scroller}
        className={styles['scroller']}
        role="grid"
        aria-label={look.label}
        aria-multiselectable="true"
        aria-rowcount={shown.rows.length}
        aria-colcount={columns.length + 1}
        aria-activedescendant={at < 0 ? undefined : isOnCell ? cellId(focus ?? '', column) : lineId(focus ?? '')}
        tabIndex={0}
        onKeyDown={(event) => writeByTyping(page, event)}
      >
        <div role="presentation" style={{ blockSize: virtualizer.getTotalSize(), position: 'relative' }}>
          {byGroup(virtualizer.getVirtualItems(), lines).map(({ group, items }) => {
            const drawn = items.map(draw)
            if (group === undefined) return drawn
            return (
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- belongs to the grid around it
              <div key={group.key} role="rowgroup" aria-label={`${group.name}: ${group.rows.length}`}>
                {drawn}
              </div>
            )
          })}
        </div>
      </div>
    </div>
  )
}

type Lines<Row> = {
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly lines: readonly ListLine<Row>[]
  /** The index of the focused line; below 0 for none. */
  readonly at: number
  /** The height in pixels of a line that is not measured yet. */
  readonly height: number
}

/** Virtualises the lines, and scrolls the focused one into view. */
function useLines<Row>({ scroller, lines, at, height }: Lines<Row>) {
  // oxlint-disable-next-line react/incompatible-library -- no compiler memoises this hook
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    getItemKey: (index) => lines[index]?.id ?? index,
    overscan: 12,
    // Leaves room for the selection bar.
    paddingEnd: 64,
  })
  useEffect(() => {
    if (at >= 0) virtualizer.scrollToIndex(at)
  }, [at, virtualizer])
  useEffect(() => virtualizer.measure(), [height, virtualizer])
  return virtualizer
}

/** Focuses the list at first, and again when editing ends. */
function useKeptKeys(scroller: RefObject<HTMLDivElement | null>, isWriting: boolean): void {
  useEffect(() => scroller.current?.focus({ preventScroll: true }), [scroller])
  useEffect(() => {
    if (!isWriting && document.activeElement === document.body) scroller.current?.focus({ preventScroll: true })
  }, [isWriting, scroller])
}

type Drawn = { readonly index: number; readonly start: number }

/** Groups the rendered lines by their group. */
function byGroup<Row>(items: readonly Drawn[], lines: readonly ListLine<Row>[]) {
  return [...Map.groupBy(items, ({ index }) => lines[index]?.group)].map(([group, of]) => ({ group, items: of }))
}
