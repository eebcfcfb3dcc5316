import type { StageRow } from '#core/schema/stages.ts'
import { ChevronDown } from 'lucide-react'
import { memo } from 'react'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import { formatEstimateTotal, toWorkingDays } from '#core/tasks/estimate.ts'
import type { Totals } from '../model/grid-totals.ts'
import type { ItemSort } from '#core/fields/sort-items.ts'
import type { CellView } from '../space-view-store.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { classNames } from '#app/lib/class-names.ts'
import { IconButton } from '#app/ui/icon-button.tsx'
import { formatAmount } from './format-amount.ts'
import { FieldTotal } from './field-total.tsx'
import styles from './grid.module.css'

type GridHeaderProps = {
  readonly stages: readonly StageRow[]
  readonly fields: readonly FieldDefinition[]
  readonly itemCount: number
  readonly totals: Totals | undefined
  readonly view: CellView
  readonly sort: ItemSort | undefined
}

/** The stages, each with how much of it is done, or with its sum. */
export const GridHeader = memo(function GridHeader({ stages, fields, itemCount, totals, view, sort }: GridHeaderProps) {
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
      {stages.map((stage, index) => (
        <div
          key={stage.id}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as the row
          role="columnheader"
          aria-colindex={index + 2}
          className={styles['stage']}
          data-stage={stage.id}
          aria-sort={sortOf(stage.id, sort)}
        >
          <span className={styles['stageName']}>
            {stage.name}
            <SortMark id={stage.id} sort={sort} />
          </span>
          <StageSum view={view} amount={totals?.cells.get(stage.id)} />
          <ColumnMenu id={stage.id} name={stage.name} />
        </div>
      ))}
      {fields.map((field, index) => (
        <div
          key={field.id}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as the row
          role="columnheader"
          aria-colindex={stages.length + index + 2}
          className={classNames(styles['stage'], field.kind === 'number' && styles['end'])}
          data-stage={field.id}
          aria-sort={sortOf(field.id, sort)}
          data-tooltip={field.description === '' ? undefined : field.description}
        >
          <span className={styles['fieldName']}>
            {field.name}
            <SortMark id={field.id} sort={sort} />
          </span>
          <FieldTotal field={field} amount={totals?.fields.get(field.id)} className={styles['columnTotal']} />
          <ColumnMenu id={field.id} name={field.name} />
        </div>
      ))}
    </div>
  )
})

function sortOf(id: string, sort: ItemSort | undefined): 'ascending' | 'descending' | undefined {
  if (sort?.fieldId !== id) return undefined
  return sort.isDown ? 'descending' : 'ascending'
}

/** By which column items are sorted; its heading says so to assistive technology. */
function SortMark({ id, sort }: { readonly id: string; readonly sort: ItemSort | undefined }) {
  const direction = sortOf(id, sort)
  return direction === undefined ? null : <span aria-hidden="true">{direction === 'ascending' ? ' ↑' : ' ↓'}</span>
}

/** Opens the menu that the right button opens on the heading. */
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

/** What follows the hours where there is room: as the document writes a total, with the working days they are. */
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
