import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { StageRow } from '#core/schema/stages.ts'
import { memo } from 'react'
import { ChevronDown, Ellipsis } from 'lucide-react'
import { runCommand } from '#app/commands/run-command.ts'
import { classNames } from '#app/lib/class-names.ts'
import { IconButton } from '#app/ui/icon-button.tsx'
import { Menu } from '#app/ui/menu.tsx'
import type { GridRow } from '#core/items/grid-layout.ts'
import type { Totals } from '../model/grid-totals.ts'
import { stopEditing, type CellView } from '../space-view-store.ts'
import { describeTotal } from '../model/field-totals.ts'
import { formatAmount } from './format-amount.ts'
import { FieldTotal } from './field-total.tsx'
import { TextInPlace } from '#app/widgets/field-input/text-in-place.tsx'
import styles from './grid.module.css'

type CollectionRowProps = {
  readonly row: Extract<GridRow, { kind: 'collection' }>
  readonly index: number
  readonly stages: readonly StageRow[]
  readonly fields: readonly FieldDefinition[]
  readonly top: number
  readonly view: CellView
  readonly totals: Totals | undefined
  readonly isRenaming: boolean
  readonly isMoved: boolean
  readonly canEdit: boolean
  readonly canDelete: boolean
}

/** The heading of a collection: its name, how many items it has, and totals where amounts are shown. */
export const CollectionRow = memo(function CollectionRow(props: CollectionRowProps) {
  const { row, index, stages, fields, top, view, totals, isRenaming, isMoved } = props
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
      {view !== 'status' &&
        stages.map((stage, column) => (
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as the row
          <div key={stage.id} role="gridcell" aria-colindex={column + 2} className={styles['total']}>
            {formatAmount(view, totals?.cells.get(stage.id))}
          </div>
        ))}
      {totals !== undefined && <FieldTotals fields={fields} totals={totals} before={stages.length} />}
    </div>
  )
})

type FieldTotalsProps = {
  readonly fields: readonly FieldDefinition[]
  readonly totals: Totals
  /** How many columns stand before those of the fields. */
  readonly before: number
}

function FieldTotals({ fields, totals, before }: FieldTotalsProps) {
  return fields.map((field, at) => {
    const amount = totals.fields.get(field.id)
    if (describeTotal(field, amount) === undefined) return null
    return (
      <div
        key={field.id}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as the row
        role="gridcell"
        aria-colindex={before + at + 2}
        className={styles['total']}
        // Beside the name, which takes the whole row where statuses are shown.
        style={{ gridColumn: before + at + 2, gridRow: 1 }}
      >
        <FieldTotal field={field} amount={amount} className={undefined} />
      </div>
    )
  })
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
