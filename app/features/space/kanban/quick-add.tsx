import { useState, type KeyboardEvent } from 'react'
import { beginsWith, findNewKind } from '#core/items/new-item-kind.ts'
import { parseCellKey } from '#core/lib/selection-range.ts'
import type { StatusRow } from '#core/schema/task-statuses.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { findCollectionForNew } from '../commands/board-commands.ts'
import type { SpaceModel } from '../model/space-model.ts'
import { spaceViewStore, stopEditing } from '../space-view-store.ts'
import styles from './kanban.module.css'

type QuickAddProps = { readonly model: SpaceModel; readonly status: StatusRow }

const focusField = (input: HTMLInputElement | null): void => input?.focus()

/** The form for a new item whose task of one stage goes into this column. Enter saves and is ready for the next one. */
export function QuickAdd({ model, status }: QuickAddProps) {
  const [title, setTitle] = useState('')
  const { replica } = model.studio
  // An item of the space's kind has no task of other stages.
  const kind = findNewKind(replica, { spaceId: model.row.id })
  const stages = model.getStages().filter(({ id }) => beginsWith(kind, id))
  const [stageId, setStage] = useState<string>(() => findStage(stages.map(({ id }) => id)))
  const collection = model.space.replica.find('collections', findCollectionForNew(model) ?? '')
  const place = collection === undefined || collection.isDefault ? '' : ` in ${collection.name}`
  return (
    <form
      className={styles['quickAdd']}
      aria-label={`New card in ${status.name}`}
      onSubmit={(event) => {
        event.preventDefault()
        if (title.trim() === '') return stopEditing()
        void runCommand('kanban.add-card', { args: [status.id, stageId, title] })
        setTitle('')
        return undefined
      }}
    >
      <input
        ref={focusField}
        type="text"
        autoComplete="off"
        aria-label="Name of the new item"
        placeholder={`New ${kind?.name.toLowerCase() ?? 'item'}${place}`}
        onKeyDown={leaveOnEscape}
        onBlur={(event) => {
          // Stays open while the focus moves on to the stage.
          const isInside =
            event.relatedTarget instanceof Node && event.currentTarget.form?.contains(event.relatedTarget)
          if (isInside !== true && title.trim() === '') stopEditing()
        }}
        value={title}
        onChange={(event) => setTitle(event.currentTarget.value)}
      />
      <select
        aria-label="Stage of the card"
        value={stageId}
        onKeyDown={leaveOnEscape}
        onChange={(event) => setStage(event.currentTarget.value)}
      >
        {stages.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </form>
  )
}

function leaveOnEscape(event: KeyboardEvent): void {
  if (event.key !== 'Escape') return
  event.preventDefault()
  event.stopPropagation()
  stopEditing()
}

/** Returns the stage of the card under the cursor, else the first. */
function findStage(stageIds: readonly string[]): string {
  const { cursor } = spaceViewStore
  const ofCursor = cursor === undefined ? undefined : parseCellKey(cursor).stageId
  return stageIds.find((id) => id === ofCursor) ?? stageIds[0] ?? ''
}
