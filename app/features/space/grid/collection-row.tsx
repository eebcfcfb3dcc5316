import { memo } from 'react'
import { ChevronDown, Ellipsis } from 'lucide-react'
import { runCommand } from '#app/commands/run-command.ts'
import { classNames } from '#app/lib/class-names.ts'
import { IconButton } from '#app/ui/icon-button.tsx'
import { Menu } from '#app/ui/menu.tsx'
import type { GridRow } from '#core/items/grid-layout.ts'
import type { TotalKind } from '#core/items/view-form.ts'
import type { GridColumn } from '../model/space-model.ts'
import type { Totals } from '../model/grid-totals.ts'
import { stopEditing, type CellView } from '../space-view-store.ts'
import { describeTotal } from '../model/field-totals.ts'
import { formatAmount } from './format-amount.ts'
import { placeColumn } from './place-column.ts'
import { FieldTotal } from './field-total.tsx'
import { TextInPlace } from '#app/widgets/field-input/text-in-place.tsx'
import styles from './grid.module.css'

type CollectionRowProps = {
  readonly row: Extract<GridRow, { kind: 'collection' }>
  readonly index: number
  readonly columns: readonly GridColumn[]
  readonly top: number
  readonly view: CellView
  readonly totals: Totals | undefined
  /** The total of each field, by its column's id. */
  readonly kinds: ReadonlyMap<string, TotalKind>
  readonly isRenaming: boolean
  readonly isMoved: boolean
  readonly canEdit: boolean
  readonly canDelete: boolean
}

/** The heading of a collection: its name, how many items it has, and totals where amounts are shown. */
export const CollectionRow = memo(function CollectionRow(props: CollectionRowProps) {
  const { row, index, columns, top, view, totals, kinds, isRenaming, isMoved } = props
  const { collection, itemCount, isCollapsed } = row
  return (
    <div
      data-index={index}
      data-collection={row.id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as the rows of items
      role="row"
      aria-rowindex={index + 2}
      className={classNames(styles['collection'], isMoved && styles['moved'])}
      style={{ top }}
    >
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as the row */}
      <div role="rowheader" aria-colindex={1} className={styles['heading']} data-name="">
        <span className={styles['grip']} data-grip="" aria-hidden="true" />
        <button
          type="button"
          tabIndex={-1}
          data-collapse=""
          className={styles['collapse']}
          aria-expanded={!isCollapsed}
          aria-label={`${isCollapsed ? 'Expand' : 'Collapse'} ${collection.name}`}
        >
          <ChevronDown aria-hidden="true" />
        </button>
        {isRenaming ? (
          <TextInPlace
            label={`Name of ${collection.name}`}
            value={collection.name}
            onCommit={(text) => void runCommand('collection.save-name', { args: [row.id, text] })}
            onCancel={stopEditing}
          />
        ) : (
          <>
            <b className={styles['collectionName']}>{collection.name}</b>
            <span className={styles['collectionDescription']}>{collection.description}</span>
            <span className={styles['count']}>{itemCount}</span>
            <CollectionMenu {...props} />
          </>
        )}
      </div>
      {columns.map((column, at) => (
        <Total key={column.id} column={column} at={at} view={view} totals={totals} kinds={kinds} />
      ))}
    </div>
  )
})

type TotalProps = {
  readonly column: GridColumn
  readonly at: number
  readonly view: CellView
  readonly totals: Totals | undefined
  readonly kinds: ReadonlyMap<string, TotalKind>
}

function Total({ column, at, view, totals, kinds }: TotalProps) {
  const amount = column.field && totals?.fields.get(column.id)
  if (column.field === undefined ? view === 'status' : describeTotal(column, amount, kinds) === undefined) return null
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as the row
      role="gridcell"
      aria-colindex={at + 2}
      className={classNames(styles['total'], column.stuckAt !== undefined && styles['pinned'])}
      // Beside the name, which takes the whole row where statuses are shown.
      style={{ ...placeColumn(column), gridColumn: at + 2, gridRow: 1 }}
    >
      {column.field === undefined ? (
        formatAmount(view, totals?.cells.get(column.id))
      ) : (
        <FieldTotal column={column} amount={amount} kinds={kinds} className={undefined} />
      )}
    </div>
  )
}

function CollectionMenu({ row, canEdit, canDelete }: CollectionRowProps) {
  if (row.isGroup || (!canEdit && !canDelete)) return null
  return (
    <Menu
      trigger={
        <IconButton
          label={`Actions for ${row.collection.name}`}
          icon={<Ellipsis aria-hidden="true" />}
          variant="ghost"
          size="small"
          tabIndex={-1}
          className={styles['rowMenu']}
        />
      }
      items={[
        {
          kind: 'action',
          id: 'rename',
          label: 'Rename',
          isDisabled: !canEdit,
          onSelect: () => void runCommand('collection.rename', { args: [row.id] }),
        },
        {
          kind: 'action',
          id: 'move',
          label: 'Move',
          isDisabled: !canEdit,
          onSelect: () => void runCommand('collection.move', { args: [row.id] }),
        },
        {
          kind: 'action',
          id: 'delete',
          label: 'Delete…',
          tone: 'danger',
          isDisabled: !canDelete,
          onSelect: () => void runCommand('collection.delete', { args: [row.id] }),
        },
      ]}
    />
  )
}
