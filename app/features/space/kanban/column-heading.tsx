import { Plus, TriangleAlert } from 'lucide-react'
import { runCommand } from '#app/commands/run-command.ts'
import { classNames } from '#app/lib/class-names.ts'
import { IconButton } from '#app/ui/icon-button.tsx'
import { StatusPill } from '#app/widgets/status-pill/status-pill.tsx'
import { TextInPlace } from '#app/widgets/field-input/text-in-place.tsx'
import type { SpaceModel } from '../model/space-model.ts'
import { spaceViewStore, stopEditing } from '../space-view-store.ts'
import { countCards, type Columns } from './board.ts'
import { QuickAdd } from './quick-add.tsx'
import styles from './kanban.module.css'

type ColumnHeadingProps = { readonly column: Columns[number]; readonly model: SpaceModel }

/** The heading of a column: its status, its card count and limit, and the form for a new card. */
export function ColumnHeading({ column: { status, cards }, model }: ColumnHeadingProps) {
  const { editing } = spaceViewStore
  const isEdited = editing !== undefined && 'statusId' in editing && editing.statusId === status?.id
  if (status === undefined) {
    return (
      <header className={styles['header']}>
        Unknown <span className={styles['count']}>{countCards(cards)}</span>
      </header>
    )
  }
  const isAdding = isEdited && editing.kind === 'new-card'
  return (
    <>
      <header className={styles['header']}>
        <StatusPill status={status} />
        {/* Left out where the pill's short code already is the name. */}
        {!isSaidBy(status.shortCode, status.name) && <span className={styles['name']}>{status.name}</span>}
        <Count model={model} column={{ status, cards }} isEdited={isEdited && editing.kind === 'card-limit'} />
        {model.studio.can('create') && (
          <IconButton
            label={`New card in ${status.name}`}
            variant="ghost"
            size="small"
            tabIndex={-1}
            className={styles['add']}
            icon={<Plus aria-hidden="true" />}
            onClick={() => void runCommand('kanban.add', { args: [status.id] })}
          />
        )}
      </header>
      {isAdding && <QuickAdd model={model} status={status} />}
    </>
  )
}

type CountProps = ColumnHeadingProps & { readonly isEdited: boolean }

/** The number of cards and the limit; a press sets the limit. */
function Count({ model, column: { status, cards }, isEdited }: CountProps) {
  const count = countCards(cards)
  const limit = status && limitOf(model, status.id)
  if (status === undefined) return null
  if (isEdited) {
    return (
      <span className={styles['limitField']}>
        <TextInPlace
          label={`Limit of ${status.name}`}
          value={limit === undefined ? '' : String(limit)}
          align="end"
          onCommit={(text) => void runCommand('kanban.save-limit', { args: [status.id, text] })}
          onCancel={stopEditing}
        />
      </span>
    )
  }
  const text = limit === undefined ? String(count) : `${count} / ${limit}`
  const isOver = limit !== undefined && count > limit
  const warning = isOver ? `${count - limit} over the limit` : undefined
  if (!model.studio.can('create')) return <span className={styles['count']}>{text}</span>
  return (
    <button
      type="button"
      tabIndex={-1}
      className={classNames(styles['count'], isOver && styles['over'])}
      data-tooltip={warning ?? 'Set the limit of the column'}
      onClick={() => void runCommand('kanban.limit', { args: [status.id] })}
    >
      {isOver && <TriangleAlert aria-hidden="true" />}
      {text}
      {warning !== undefined && <span className="visually-hidden">, {warning}</span>}
    </button>
  )
}

/** Returns the limit of a column's cards, where one is set. */
function limitOf({ studio, row }: SpaceModel, statusId: string): number | undefined {
  return studio.getSpaceStatuses(row.id).find((status) => status.statusId === statusId)?.cardLimit
}

/** Whether a code is its status's name: `TODO` of `TO DO`. */
function isSaidBy(code: string, name: string): boolean {
  const plain = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
  return plain(code) === plain(name)
}
