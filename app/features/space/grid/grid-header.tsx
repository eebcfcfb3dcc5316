import { ChevronDown, Pin } from 'lucide-react'
import { memo } from 'react'
import { formatEstimateTotal, toWorkingDays } from '#core/tasks/estimate.ts'
import type { GridColumn } from '../model/space-model.ts'
import type { Totals } from '../model/grid-totals.ts'
import type { TotalKind } from '#core/items/view-form.ts'
import type { ItemSort } from '#core/fields/sort-items.ts'
import type { CellView } from '../space-view-store.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { classNames } from '#app/lib/class-names.ts'
import { IconButton } from '#app/ui/icon-button.tsx'
import { formatAmount } from './format-amount.ts'
import { makeEdge } from './column-edge.ts'
import { placeColumn } from './place-column.ts'
import { FieldTotal } from './field-total.tsx'
import styles from './grid.module.css'

type GridHeaderProps = {
  readonly columns: readonly GridColumn[]
  readonly itemCount: number
  readonly totals: Totals | undefined
  readonly view: CellView
  readonly sort: ItemSort | undefined
  /** The total of each field, by its column's id. */
  readonly kinds: ReadonlyMap<string, TotalKind>
  /** The ids of number columns, which are aligned at the end. */
  readonly numberColumnIds: string
}

/** The columns, each stage with how much of it is done, or with its sum. */
export const GridHeader = memo(function GridHeader(props: GridHeaderProps) {
  const { columns, itemCount, totals, view, sort, kinds, numberColumnIds } = props
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as the grid it belongs to
    <div role="row" aria-rowindex={1} className={styles['header']}>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as the row */}
      <div role="columnheader" aria-colindex={1} className={styles['corner']}>
        Item <span className={styles['count']}>{itemCount}</span>
        {view !== 'status' && totals !== undefined && (
          <span className={styles['grandTotal']}>
            {formatAmount(view, totals.all)}
            {view === 'estimates' && <span className={styles['grandWords']}>{wordsOfTotal(totals.all)}</span>}
          </span>
        )}
      </div>
      {columns.map((column, at) => (
        <div
          key={column.id}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as the row
          role="columnheader"
          aria-colindex={at + 2}
          className={classNames(
            styles['stage'],
            column.field !== undefined && numberColumnIds.includes(column.id) && styles['end'],
            column.stuckAt !== undefined && styles['pinned'],
          )}
          style={placeColumn(column)}
          data-stage={column.id}
          aria-sort={sortOf(column.id, sort)}
          data-tooltip={column.field?.description === '' ? undefined : column.field?.description}
        >
          <span className={styles[column.field === undefined ? 'stageName' : 'fieldName']}>
            {column.isPinned && <PinMark />}
            {column.name}
            <SortMark id={column.id} sort={sort} />
          </span>
          {column.field === undefined ? (
            <StageSum view={view} amount={totals?.cells.get(column.id)} />
          ) : (
            <FieldTotal
              column={column}
              amount={totals?.fields.get(column.id)}
              kinds={kinds}
              className={styles['columnTotal']}
            />
          )}
          <ColumnMenu id={column.id} name={column.name} />
          <span className={styles['edge']} data-edge="" aria-hidden="true" {...makeEdge(column.id)} />
        </div>
      ))}
    </div>
  )
})

function sortOf(id: string, sort: ItemSort | undefined): 'ascending' | 'descending' | undefined {
  if (sort?.fieldId !== id) return undefined
  return sort.isDown ? 'descending' : 'ascending'
}

/** Marks a pinned column, also for assistive technology. */
function PinMark() {
  return (
    <>
      <Pin aria-hidden="true" className={styles['pin']} />
      <span className="visually-hidden">Pinned: </span>
    </>
  )
}

/** Marks the column that items are sorted by; its heading tells assistive technology. */
function SortMark({ id, sort }: { readonly id: string; readonly sort: ItemSort | undefined }) {
  const direction = sortOf(id, sort)
  return direction === undefined ? null : <span aria-hidden="true">{direction === 'ascending' ? ' ↑' : ' ↓'}</span>
}

/** Opens the menu that a right click on the heading opens. */
function ColumnMenu({ id, name }: { readonly id: string; readonly name: string }) {
  return (
    <IconButton
      label={`Column ${name}`}
      variant="ghost"
      size="small"
      tabIndex={-1}
      aria-haspopup="menu"
      className={styles['columnMenu']}
      icon={<ChevronDown aria-hidden="true" />}
      onClick={() => void runCommand('column.menu', { args: [id] })}
    />
  )
}

/** Returns what follows the hours where there is room: the rest of the specification's total, with its working days. */
function wordsOfTotal({ hours }: Totals['all']): string {
  const total = formatEstimateTotal(hours)
  return hours === 0 ? total : `${total.slice(total.indexOf(' '))} · ${toWorkingDays(hours)} days`
}

function StageSum({ view, amount }: { readonly view: CellView; readonly amount: Totals['all'] | undefined }) {
  if (view !== 'status') return <span className={styles['columnTotal']}>{formatAmount(view, amount)}</span>
  const share = amount === undefined || amount.tasks === 0 ? 0 : amount.done / amount.tasks
  const text = `${Math.round(share * 100)} % done`
  return (
    <span className={styles['progress']} data-tooltip={text}>
      <span className="visually-hidden">{text}</span>
      <span className={styles['done']} style={{ transform: `scaleX(${share})` }} />
    </span>
  )
}
