import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useMemo, useRef, useSyncExternalStore, type CSSProperties, type ReactNode } from 'react'
import { parseCellKey } from '#core/domain/selection-range.ts'
import { classNames } from '#app/lib/class-names.ts'
import type { MediaUrls } from '#app/widgets/media-urls.ts'
import { useStatusSheet } from '#app/widgets/status-pill/use-status-sheet.ts'
import type { GridRow as Row } from '../model/grid-layout.ts'
import type { SpaceModel } from '../model/space-model.ts'
import type { TimeStats } from '../model/time-stats.ts'
import { useGridTotals } from '../model/use-grid-totals.ts'
import { useSpaceVersion } from '../model/use-space-version.ts'
import { setPageRows, spaceViewStore } from '../space-view-store.ts'
import { CollectionRow } from './collection-row.tsx'
import { canTakeFocus } from './can-take-focus.ts'
import { GridHeader } from './grid-header.tsx'
import { GridRow, type RowLook } from './grid-row.tsx'
import { rowSizes, type RowSizes } from './row-sizes.ts'
import { useCellPointer } from './use-cell-pointer.ts'
import styles from './grid.module.css'

type GridProps = {
  readonly model: SpaceModel
  readonly stats: TimeStats
  readonly mediaUrls: MediaUrls
  readonly isCompact: boolean
}

const NARROW_STAGES = 6

/** The space as rows of items and columns of stages. Only the rows in sight are on the page. */
export function Grid({ model, stats, mediaUrls, isCompact }: GridProps) {
  useSpaceVersion(model)
  useSyncExternalStore(mediaUrls.subscribe, mediaUrls.getVersion)
  useSyncExternalStore(stats.subscribe, stats.getVersion)
  const scroller = useRef<HTMLDivElement>(null)
  const layout = model.getLayout()
  const stages = model.getStages()
  useStatusSheet(model.getSheetStatuses())
  const sizes = rowSizes(isCompact)
  const { virtualizer, cursorRow } = useRows({ model, scroller, sizes })
  const totals = useGridTotals(model, stats)
  const pointer = useCellPointer(model)
  useFollowCursor({ scroller, cursorRow, scrollToRow: (index) => virtualizer.scrollToIndex(index) })
  // Custom properties are not in React's type of a style.
  const shape = { '--stages': stages.length } as CSSProperties

  return (
    <div
      ref={scroller}
      role="grid"
      aria-label={model.row.name}
      aria-rowcount={layout.rows.length + 1}
      aria-colcount={stages.length + 1}
      aria-multiselectable="true"
      className={classNames(
        styles['grid'],
        isCompact && styles['compact'],
        stages.length <= NARROW_STAGES && styles['narrow'],
      )}
      style={shape}
      data-view={spaceViewStore.view}
      {...pointer}
    >
      <GridHeader stages={stages} itemCount={layout.itemCount} totals={totals?.columns} view={spaceViewStore.view} />
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as the grid */}
      <div ref={virtualizer.containerRef} role="rowgroup" className={styles['body']}>
        {/* oxlint-disable-next-line react/refs -- a virtualizer holds a callback ref, but is none */}
        {virtualizer.getVirtualItems().map(({ index }) => {
          const row = layout.rows[index]
          return (
            row !== undefined &&
            renderRow(row, { model, stats, mediaUrls, index, totals, measure: virtualizer.measureElement })
          )
        })}
        <DropMark model={model} sizes={sizes} />
      </div>
    </div>
  )
}

function useRows(options: {
  readonly model: SpaceModel
  readonly scroller: React.RefObject<HTMLDivElement | null>
  readonly sizes: RowSizes
}) {
  const { model, scroller, sizes } = options
  const { rows, rowOfItem } = model.getLayout()
  const { cursor } = spaceViewStore
  const cursorRow = cursor === undefined ? undefined : rowOfItem.get(parseCellKey(cursor).itemId)
  // Stable, because the virtualizer lays all fifty thousand rows out anew for a new function.
  const { sizeOf, keyOf } = useMemo(
    () => ({
      sizeOf: (index: number): number => (rows[index]?.kind === 'collection' ? sizes.collection : sizes.item),
      keyOf: (index: number): string | number => rows[index]?.id ?? index,
    }),
    [rows, sizes],
  )
  // oxlint-disable-next-line react/incompatible-library -- no compiler memoises this component; rows are memoised by version
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: sizeOf,
    getItemKey: keyOf,
    // Heights are known; nothing is measured.
    measureElement: (element) => sizeOf(Number(element.dataset['index'])),
    overscan: 6,
    scrollPaddingStart: sizes.header,
    scrollPaddingEnd: sizes.header * 2,
    // The cell with focus stays on the page wherever it is scrolled to, or focus would be lost.
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range)
      if (cursorRow === undefined || shown.includes(cursorRow)) return shown
      return [...shown, cursorRow].sort((first, second) => first - second)
    },
    directDomUpdates: true,
    directDomUpdatesMode: 'position',
    useFlushSync: false,
  })
  useEffect(() => {
    // Rows changed their heights or their places.
    virtualizer.measure()
  }, [virtualizer, rows, sizes])
  const height = virtualizer.scrollRect?.height ?? 0
  useEffect(() => setPageRows(Math.max(1, Math.floor(height / sizes.item) - 3)), [height, sizes])
  return { virtualizer, cursorRow }
}

/** Brings the cell of the cursor into sight and focus after it moved. The page outside is a browser's: an effect's work. */
function useFollowCursor(options: {
  readonly scroller: React.RefObject<HTMLDivElement | null>
  readonly cursorRow: number | undefined
  readonly scrollToRow: (index: number) => void
}): void {
  const { scroller, cursorRow, scrollToRow } = options
  const { cursor, editing } = spaceViewStore
  const seen = useRef({ cursor, editing })
  useEffect(() => {
    const isMoved = seen.current.cursor !== cursor
    // A field that was taken away leaves its focus behind.
    const isWritten = seen.current.editing !== undefined && editing === undefined
    seen.current = { cursor, editing }
    if ((!isMoved && !isWritten) || cursor === undefined || cursorRow === undefined) return
    scrollToRow(cursorRow)
    const grid = scroller.current
    const cell = grid?.querySelector<HTMLElement>('[role="gridcell"][tabindex="0"]')
    if (canTakeFocus()) cell?.focus({ preventScroll: true })
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })
}

type RowContext = Pick<GridProps, 'model' | 'stats' | 'mediaUrls'> & {
  readonly index: number
  readonly totals: ReturnType<typeof useGridTotals>
  readonly measure: (element: HTMLDivElement | null) => void
}

function renderRow(row: Row, context: RowContext): ReactNode {
  const { model, index, measure, totals, stats, mediaUrls } = context
  const { view, editing, moving, selection, cursor } = spaceViewStore
  if (row.kind === 'collection') {
    return (
      <CollectionRow
        key={row.id}
        row={row}
        index={index}
        stages={model.getStages()}
        measure={measure}
        view={view}
        totals={view === 'status' ? undefined : totals?.collections.get(row.id)}
        isRenaming={editing?.kind === 'collection-name' && editing.collectionId === row.id}
        isMoved={moving?.kind === 'collection' && moving.id === row.id}
        canEdit={model.studio.can('create')}
        canDelete={model.studio.can('delete')}
      />
    )
  }
  const { replica } = model.space
  const stages = model.getStages()
  const media = replica.find('items', row.id)?.thumbnailMediaId
  const look: RowLook = {
    view,
    editing: isEditingRow(editing, row.id) ? editing : undefined,
    thumbnailUrl: media === undefined ? undefined : mediaUrls.get(media),
    isMoved: moving?.kind === 'items' && moving.ids.includes(row.id),
    getMinutes: stats.getMinutes,
  }
  const at = cursor === undefined || !cursor.startsWith(row.id) ? undefined : parseCellKey(cursor).stageId
  return (
    <GridRow
      key={row.id}
      model={model}
      itemId={row.id}
      index={index}
      measure={measure}
      look={look}
      version={`${replica.getRowVersion(row.id)} ${model.getCatalogueVersion()} ${view === 'time' ? stats.getVersion() : ''}`}
      selected={
        selection.cells.size === 0
          ? ''
          : stages.map((stage) => (selection.cells.has(row.id + stage.id) ? '1' : '0')).join('')
      }
      cursor={at === undefined ? -1 : stages.findIndex(({ id }) => id === at)}
    />
  )
}

function isEditingRow(editing: typeof spaceViewStore.editing, itemId: string): boolean {
  if (editing?.kind === 'item-name') return editing.itemId === itemId
  return editing?.kind === 'estimate' && editing.key.startsWith(itemId)
}

/** The line where what is being moved would land. */
function DropMark({ model, sizes }: { readonly model: SpaceModel; readonly sizes: RowSizes }) {
  const { drop } = spaceViewStore
  if (drop === undefined) return null
  const top = model
    .getLayout()
    .rows.slice(0, drop.before)
    .reduce((sum, row) => sum + (row.kind === 'collection' ? sizes.collection : sizes.item), 0)
  return <div className={styles['drop']} style={{ top: top - 1 }} />
}
