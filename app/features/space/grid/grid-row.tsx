import type { RowLook } from './row-look.ts'
import type { Task } from '#core/schema/item-tasks.ts'
import { memo, type ReactNode } from 'react'
import type { ItemId, StageId } from '#core/lib/ids.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { classNames } from '#app/lib/class-names.ts'
import { FieldInput } from '#app/widgets/field-input/field-input.tsx'
import type { GridColumn, GridFieldColumn, SpaceModel } from '../model/space-model.ts'
import { toCellKey } from '#core/lib/selection-range.ts'
import type { ItemRow } from '#core/schema/items.ts'
import { describeCell, describeField, describeTaskField, formatRowTotal } from './cell-look.ts'
import { stopEditing } from '../space-view-store.ts'
import { CellSigns } from './cell-signs.tsx'
import { placeColumn } from './place-column.ts'
import { EstimateField } from './estimate-field.tsx'
import { ItemName } from './item-name.tsx'
import styles from './grid.module.css'

export type GridRowProps = {
  readonly model: SpaceModel
  readonly itemId: ItemId
  readonly index: number
  readonly top: number
  /** What the row shows besides its own data; a row whose look is the same object does not render again. */
  readonly look: RowLook
  /** The versions of data, catalogue and logged time: they change the row without changing another prop. */
  readonly version: string
  /** Covered by the canvas; renders again only when it is its turn. */
  readonly isHeld: boolean
  /** The selected cells, a `1` for each. */
  readonly selected: string
}

/** One item. It has no subscriptions or effects: the body passes it versions, so that scrolling mounts nothing else. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { model, itemId, index, top, look, selected } = props
  const item = model.space.replica.find('items', itemId)
  const tasks = new Map<StageId, Task>(model.space.getTasks(itemId).map((task) => [task.stageId, task]))
  if (item === undefined) return null
  return (
    <div
      data-index={index}
      data-item={itemId}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- table rows cannot be positioned one by one
      role="row"
      aria-rowindex={index + 2}
      className={classNames(styles['row'], look.isMoved && styles['moved'])}
      style={{ top }}
    >
      <ItemName item={item} look={look} total={formatRowTotal({ model, ...look }, itemId)} />
      {model.getColumns().map((column, at) => (
        <Cell key={column.id} at={at} column={column} isSelected={selected[at] === '1'}>
          {column.field === undefined
            ? renderCell(props, column.stage, tasks.get(column.id))
            : renderField(props, column, { item, task: column.stage && tasks.get(column.stage.id) })}
        </Cell>
      ))}
    </div>
  )
}, isSameRow)

type CellProps = {
  readonly at: number
  readonly column: GridColumn
  readonly isSelected: boolean
  readonly children: ReactNode
}

function Cell({ at, column, isSelected, children }: CellProps) {
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as the row
      role="gridcell"
      aria-colindex={at + 2}
      aria-selected={isSelected}
      data-column={at}
      // The cursor's cell is marked in the DOM, so that moving it renders nothing.
      tabIndex={-1}
      className={classNames(styles['cell'], column.stuckAt !== undefined && styles['pinned'])}
      style={placeColumn(column)}
    >
      {children}
    </div>
  )
}

function renderField(
  { model, look }: GridRowProps,
  { id, name, field, stage }: GridFieldColumn,
  { item, task }: { readonly item: ItemRow; readonly task: Task | undefined },
): ReactNode {
  const { editing } = look
  if (editing?.kind !== 'field' || editing.key !== toCellKey(item.id, id)) {
    return (
      <CellSigns
        signs={stage === undefined ? describeField(model, item, field) : describeTaskField(model, task, field)}
      />
    )
  }
  return (
    <FieldInput
      label={`${name} of ${item.title}`}
      field={field}
      value={(stage === undefined ? item : task)?.fields?.[field.key]}
      people={model.studio.getMembers()}
      draft={editing.draft}
      onCommit={(text) => void runCommand('field.save', { args: [item.id, id, text] })}
      onCancel={stopEditing}
    />
  )
}

function isSameRow(before: GridRowProps, after: GridRowProps): boolean {
  const isSamePlace =
    before.index === after.index &&
    before.top === after.top &&
    before.itemId === after.itemId &&
    before.model === after.model
  if (!isSamePlace || after.isHeld) return isSamePlace
  return (
    before.version === after.version &&
    before.selected === after.selected &&
    before.look.view === after.look.view &&
    before.look.editing === after.look.editing &&
    before.look.thumbnailUrl === after.look.thumbnailUrl &&
    before.look.place === after.look.place &&
    before.look.isMoved === after.look.isMoved
  )
}

function renderCell(
  { model, look, itemId }: GridRowProps,
  stage: NonNullable<GridColumn['stage']>,
  task: Task | undefined,
): ReactNode {
  const { editing } = look
  if (task !== undefined && editing?.kind === 'estimate' && editing.key === itemId + stage.id) {
    const hours = model.space.findEstimatedHours(task.id)
    return <EstimateField taskId={task.id} hours={hours} draft={editing.draft} label={`${stage.name} estimate`} />
  }
  return <CellSigns signs={describeCell({ model, ...look }, task)} />
}
