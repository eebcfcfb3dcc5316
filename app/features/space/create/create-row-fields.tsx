import { X } from 'lucide-react'
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
  readonly canRemove: boolean
  readonly dispatch: (action: RowAction) => void
}

/** The name and description of one item to be. Enter in the last row adds another. */
export function CreateRowFields({ row, number, isLast, isDuplicate, canRemove, dispatch }: CreateRowFieldsProps) {
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
        hint={isDuplicate ? messages['item-exists'] : undefined}
        ref={(input) => {
          // A new row is there to be typed into.
          if (input !== null && input.dataset['seen'] === undefined) {
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
