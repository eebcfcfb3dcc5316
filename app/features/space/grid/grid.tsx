import { findPlace, type RowLook } from './row-look.ts'
import {
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
  type CSSProperties,
  type ReactNode,
} from 'react'
import type { SpacePresence } from '#core/sync/space-presence.ts'
import { parseCellKey } from '#core/lib/selection-range.ts'
import type { ItemId } from '#core/lib/ids.ts'
import { pictureOf } from '#core/schema/items.ts'
import { classNames } from '#app/lib/class-names.ts'
import type { MediaUrls } from '#app/widgets/media-urls.ts'
import { useStatusSheet } from '#app/widgets/status-pill/use-status-sheet.ts'
import type { GridLayout, GridRow as Row } from '#core/items/grid-layout.ts'
import { useSaveLook } from '../look/use-save-look.ts'
import { placeRows, type RowPlaces } from '../model/row-places.ts'
import { retryFailedPicture } from '../model/retry-failed-picture.ts'
import type { GridColumn, SpaceModel } from '../model/space-model.ts'
import type { TimeStats } from '../model/time-stats.ts'
import { useGridTotals } from '../model/use-grid-totals.ts'
import { useSpaceVersion } from '../model/use-space-version.ts'
import { PresenceMarks } from '../presence/presence-marks.tsx'
import { setPageRows, spaceViewStore } from '../space-view-store.ts'
import { makeTyping } from './edit-by-typing.ts'
import { CollectionRow } from './collection-row.tsx'
import { GridHeader } from './grid-header.tsx'
import { GridRow } from './grid-row.tsx'
import { GridWindow, type RowRange, type WindowPicture } from './grid-window.ts'
import { StickyHeading } from './sticky-heading.tsx'
import { rowSizes } from './row-sizes.ts'
import { useCellCursor } from './use-cell-cursor.ts'
import { useCellPointer } from './use-cell-pointer.ts'
import styles from './grid.module.css'

type GridProps = {
  readonly model: SpaceModel
  readonly stats: TimeStats
  readonly mediaUrls: MediaUrls
  readonly presence: SpacePresence | undefined
  readonly isCompact: boolean
}

const NARROW_STAGES = 6
// Drawn rows have their colours from elsewhere.
const noStatuses: ReturnType<SpaceModel['getSheetStatuses']> = []

/** The space as rows of items and columns of stages. Only the visible rows are rendered. */
// oxlint-disable-next-line max-lines-per-function -- the parts of a grid, in their order
export function Grid({ model, stats, mediaUrls, presence, isCompact }: GridProps) {
  useSources({ model, mediaUrls, stats })
  const layout = model.getLayout()
  const columns = model.getColumns()
  const sizes = rowSizes(isCompact)
  const places = useMemo(() => placeRows(layout, sizes), [layout, sizes])
  const totals = useGridTotals(model, stats)
  const { scroller, holder, canvas, view } = useGridWindow(model, {
    model,
    layout,
    places,
    sizes,
    isCompact,
    totals,
    view: spaceViewStore.view,
    version: `${model.getVersion()} ${mediaUrls.getVersion()} ${stats.getVersion()}`,
    getMinutes: stats.getMinutes,
    findThumbnailUrl: (id) => findThumbnailUrl({ model, mediaUrls }, id),
  })
  useStatusSheet(view.getRange().to === 0 ? noStatuses : model.getSheetStatuses())
  const pointer = useCellPointer(model, view)
  const typing = useMemo(() => makeTyping(model), [model])
  useCellCursor({ scroller, layout, view })
  useSaveLook(view)
  return (
    <div
      ref={scroller}
      role="grid"
      aria-label={model.row.name}
      aria-rowcount={layout.rowCount + 1}
      aria-colcount={layout.order.stageIds.length + 1}
      aria-multiselectable="true"
      className={classOf(model, isCompact)}
      style={shapeOf(columns)}
      data-view={spaceViewStore.view}
      onErrorCapture={(event) => retryFailedPicture({ model, mediaUrls }, event)}
      {...pointer}
      {...typing}
    >
      <GridHeader
        columns={columns}
        itemCount={layout.itemCount}
        totals={totals?.columns}
        view={spaceViewStore.view}
        sort={spaceViewStore.itemSort}
        kinds={spaceViewStore.totals}
        numberColumnIds={listNumberColumnIds(model, columns)}
      />
      <div ref={holder} aria-hidden="true" className={styles['drawing']}>
        <canvas ref={canvas} className={styles['canvas']} />
      </div>
      <StickyHeading scroller={scroller} layout={layout} places={places} />
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as the grid */}
      <div role="rowgroup" className={styles['body']} style={{ height: places.height }}>
        {renderRows(layout, { model, stats, mediaUrls, totals, places, range: view.getRange() })}
        <PresenceMarks model={model} presence={presence} places={places} height={sizes.item} />
        <DropMark places={places} />
      </div>
    </div>
  )
}

function useSources({ model, mediaUrls, stats }: Pick<GridProps, 'model' | 'mediaUrls' | 'stats'>): void {
  useSpaceVersion(model)
  useSyncExternalStore(mediaUrls.subscribe, mediaUrls.getVersion)
  useSyncExternalStore(stats.subscribe, stats.getVersion)
}

/** Returns the widths of the columns for the style sheet. */
function shapeOf(columns: readonly GridColumn[]): CSSProperties {
  const fixed = columns.flatMap(({ width }) => width ?? [])
  const stuck = columns.reduce((sum, { stuckAt, width = 0 }) => (stuckAt === undefined ? sum : sum + width), 0)
  const shape = { '--stages': columns.length }
  // React's style type has no custom properties.
  if (fixed.length === 0) return shape as CSSProperties
  const tracks = columns.map(({ width }) => (width === undefined ? 'var(--cell)' : `${width}px`))
  const fixedWidth = fixed.reduce((sum, width) => sum + width, 0)
  const columnsOf = { '--columns': `var(--name) ${tracks.join(' ')}`, '--stuck': `${stuck}px` }
  return { '--stages': columns.length - fixed.length, '--fixed': `${fixedWidth}px`, ...columnsOf } as CSSProperties
}

/** Returns the ids of number columns as one text, which stays equal as long as they do. */
function listNumberColumnIds({ language }: SpaceModel, columns: readonly GridColumn[]): string {
  return columns.flatMap(({ id, field }) => (field !== undefined && language.isOfNumbers(field) ? id : [])).join(' ')
}

function classOf(model: SpaceModel, isCompact: boolean): string {
  return classNames(
    styles['grid'],
    isCompact && styles['compact'],
    !model.studio.can('create') && styles['still'],
    model.getLayout().order.stageIds.length <= NARROW_STAGES && styles['narrow'],
  )
}

/** Describes hidden cells and columns, and the column order, as a text that changes when they do. */
function describeLeftOut(): string {
  const { filter, isOnlyMatching, hiddenFields, columns } = spaceViewStore
  const { order, pinned, widths, shown } = columns
  // Only the width of a stuck column moves others.
  const stuck = pinned.map((id) => `${id} ${widths[id]}`)
  return [...hiddenFields, ...order, ...stuck, ...shown].join(' ') + (isOnlyMatching ? JSON.stringify(filter) : '')
}

function findCursorRow({ findRow }: GridLayout): number | undefined {
  const { cursor } = spaceViewStore
  return cursor === undefined ? undefined : findRow(parseCellKey(cursor).itemId)
}

/** Adds the focused row to the rendered ones wherever it has scrolled to, or the focus would be lost. */
function rowsOnPage(
  { from, to }: Pick<RowRange, 'from' | 'to'>,
  cursorRow: number | undefined,
  count: number,
): readonly number[] {
  const end = Math.min(to, count)
  const rows = Array.from({ length: Math.max(0, end - from) }, (_, at) => from + at)
  if (cursorRow === undefined || (cursorRow >= from && cursorRow < end)) return rows
  return cursorRow < from ? [cursorRow, ...rows] : [...rows, cursorRow]
}

/** Makes the grid window, connected to its elements and given every render. */
function useGridWindow(model: SpaceModel, picture: WindowPicture) {
  const view = useMemo(() => new GridWindow(model), [model])
  const scroller = useRef<HTMLDivElement>(null)
  const holder = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  useSyncExternalStore(view.subscribe, view.getRange)
  useLayoutEffect(() => view.show(picture))
  useLayoutEffect(() => {
    const parts = { scroller: scroller.current, holder: holder.current, canvas: canvas.current }
    const header = parts.scroller?.firstElementChild
    if (parts.scroller === null || parts.holder === null || parts.canvas === null || !header) return undefined
    return view.connect({ scroller: parts.scroller, holder: parts.holder, canvas: parts.canvas, header })
  }, [view])
  const { sizes } = picture
  useEffect(() => setPageRows(Math.max(1, Math.floor(view.getHeight() / sizes.item) - 2)))
  return { scroller, holder, canvas, view }
}

type RowsContext = Pick<GridProps, 'model' | 'stats' | 'mediaUrls'> & {
  readonly totals: ReturnType<typeof useGridTotals>
  readonly places: RowPlaces
  readonly range: RowRange
}

function renderRows(layout: GridLayout, context: RowsContext): ReactNode {
  return rowsOnPage(context.range, findCursorRow(layout), layout.rowCount).map((index) => {
    const row = layout.getRow(index)
    return row === undefined ? null : renderRow(row, index, context)
  })
}

function renderRow(row: Row, index: number, context: RowsContext): ReactNode {
  const { model, places, range, totals, stats } = context
  const top = places.topOf(index)
  const { view, editing, moving, selection } = spaceViewStore
  if (row.kind === 'collection') {
    return (
      <CollectionRow
        key={row.id}
        row={row}
        index={index}
        columns={model.getColumns()}
        top={top}
        view={view}
        totals={view === 'status' && model.getFieldColumns().length === 0 ? undefined : totals?.collections.get(row.id)}
        kinds={spaceViewStore.totals}
        isRenaming={editing?.kind === 'collection-name' && editing.collectionId === row.id}
        isMoved={moving?.kind === 'collection' && moving.id === row.id}
        canEdit={model.studio.can('create')}
        canDelete={model.studio.can('delete')}
      />
    )
  }
  const { replica } = model.space
  const layout = model.getLayout()
  const columns = layout.order.stageIds
  const look: RowLook = {
    view,
    editing: isEditingRow(editing, row.id) ? editing : undefined,
    thumbnailUrl: findThumbnailUrl(context, row.id),
    place: findPlace(model, layout, replica.find('items', row.id)),
    isMoved: moving?.kind === 'items' && moving.ids.includes(row.id),
    getMinutes: stats.getMinutes,
  }
  return (
    <GridRow
      key={row.id}
      model={model}
      itemId={row.id}
      index={index}
      top={top}
      look={look}
      isHeld={index >= range.freshTo}
      version={`${replica.getRowVersion(row.id)} ${model.getCatalogueVersion()} ${view === 'time' ? stats.getVersion() : ''}${describeLeftOut()}`}
      selected={
        selection.cells.size === 0 ? '' : columns.map((id) => (selection.cells.has(row.id + id) ? '1' : '0')).join('')
      }
    />
  )
}

function isEditingRow(editing: typeof spaceViewStore.editing, itemId: string): boolean {
  if (editing?.kind === 'item-name') return editing.itemId === itemId
  return (editing?.kind === 'estimate' || editing?.kind === 'field') && editing.key.startsWith(itemId)
}

/** The line where the moved rows would land. */
function DropMark({ places }: { readonly places: RowPlaces }) {
  const { drop } = spaceViewStore
  return drop === undefined ? null : <div className={styles['drop']} style={{ top: places.topOf(drop.before) - 1 }} />
}

function findThumbnailUrl(
  { model, mediaUrls }: Pick<GridProps, 'model' | 'mediaUrls'>,
  id: ItemId,
): string | undefined {
  const media = pictureOf(model.space.replica.find('items', id))
  return media === undefined ? undefined : mediaUrls.get(media)
}
