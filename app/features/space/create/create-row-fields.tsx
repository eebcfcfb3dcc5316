import { X } from 'lucide-react'
import { suggestSimilarNames } from '#core/items/item-names.ts'
import { messages } from '#core/lib/messages.ts'
import { IconButton } from '#app/ui/icon-button.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import type { CreateRow, RowAction } from './create-rows.ts'
import styles from './create-form.module.css'

type CreateRowFieldsProps = {
  readonly row: CreateRow
  readonly number: number
  readonly isLast: boolean
  readonly isDuplicate: boolean
  /** Existing names. */
  readonly taken: readonly string[]
  readonly canRemove: boolean
  /** Whether a new row takes the focus: not while the form asks for something else first. */
  readonly takesFocus: boolean
  readonly dispatch: (action: RowAction) => void
}

/** As many as fit side by side. */
const MAX_SIMILAR = 3

/** The name and description of one new item. Enter in the last row adds another. */
export function CreateRowFields(props: CreateRowFieldsProps) {
  const { row, number, isLast, isDuplicate, taken, canRemove, takesFocus, dispatch } = props
  const similar = row.name.trim().length < 2 ? [] : suggestSimilarNames(row.name, taken).slice(0, MAX_SIMILAR)
  const addOnEnter = (event: React.KeyboardEvent): void => {
    const hasModifier = event.ctrlKey || event.metaKey
    if (event.key !== 'Enter' || hasModifier || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (isLast) dispatch({ kind: 'add' })
  }
  return (
    <li className={styles['row']}>
      <TextField
        label={`Name ${number}`}
        isLabelHidden
        placeholder="Name"
        isRequired
        value={row.name}
        error={isDuplicate ? messages['item-exists'] : undefined}
        hint={isDuplicate || similar.length === 0 ? undefined : `Similar: ${similar.join(', ')}`}
        ref={(input) => {
          // A new row takes the focus once, to be typed into.
          if (takesFocus && input !== null && input.dataset['seen'] === undefined) {
            input.dataset['seen'] = ''
            input.focus()
          }
        }}
        onChange={(name) => dispatch({ kind: 'change', key: row.key, name })}
        onKeyDown={addOnEnter}
        onPaste={(event) => {
          const text = event.clipboardData.getData('text/plain')
          if (!/[\n\t]/.test(text.trim())) return
          event.preventDefault()
          dispatch({ kind: 'paste', key: row.key, text })
        }}
      />
      <TextField
        label={`Description ${number}`}
        isLabelHidden
        placeholder="Description"
        value={row.description}
        onChange={(description) => dispatch({ kind: 'change', key: row.key, description })}
        onKeyDown={addOnEnter}
      />
      <IconButton
        label={`Remove row ${number}`}
        variant="ghost"
        icon={<X aria-hidden="true" />}
        isDisabled={!canRemove}
        onClick={() => dispatch({ kind: 'remove', key: row.key })}
      />
    </li>
  )
}
