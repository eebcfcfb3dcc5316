import { useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { formatField } from '#core/fields/field-text.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { useLayer } from '#app/hooks/use-layer.ts'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { FieldInput } from '#app/widgets/field-input/field-input.tsx'
import { listWritableFields } from './field-commands.ts'
import { focusPopup } from './popup-dialog.tsx'
import styles from './popup-facts.module.css'
import { popupStore, setPopup, type PopupModel } from './popup-store.ts'

type PopupFieldsProps = { readonly model: PopupModel }

/** What the item has in the studio's own fields, each changed where it stands; no line of its own where it has nothing. */
export function PopupFields({ model }: PopupFieldsProps) {
  const { row, studio } = model
  const editing = useEditing(model)
  const fields = listWritableFields(model)
  const shown = fields.filter(({ key, id }) => row.fields?.[key] !== undefined || id === editing?.id)
  if (shown.length === 0) return null
  return (
    <section className={styles['facts']} aria-label={`Fields of ${row.title}`}>
      {shown.map((field) =>
        field.id === editing?.id ? (
          <FieldWriting key={`${field.id} ${editing.draft}`} model={model} field={field} draft={editing.draft} />
        ) : (
          <FieldFact key={field.id} model={model} field={field} />
        ),
      )}
      {studio.can('create') && shown.length < fields.length && <SetField>Set another field</SetField>}
    </section>
  )
}

/** Asks for the field, then for its value. */
export function SetField({ children }: { readonly children: string }) {
  return (
    <CommandButton command="popup.field" variant="ghost" size="small" className={styles['fact']}>
      <span className={styles['label']}>{children}</span>
    </CommandButton>
  )
}

function FieldFact({ model, field }: PopupFieldsProps & { readonly field: FieldDefinition }) {
  const { row, studio } = model
  const value = row.fields?.[field.key]
  const content = (
    <>
      <span className={styles['label']}>{field.name}</span>{' '}
      <span className={styles['value']}>
        {value === undefined ? '' : formatField(field, value, studio.getMembers())}
      </span>
    </>
  )
  if (!studio.can('create')) return <p className={styles['fact']}>{content}</p>
  return (
    <CommandButton
      command="popup.edit-field"
      args={[field.id]}
      variant="ghost"
      size="small"
      className={styles['fact']}
      data-tooltip={field.description === '' ? undefined : field.description}
    >
      {content}
    </CommandButton>
  )
}

type FieldWritingProps = PopupFieldsProps & { readonly field: FieldDefinition; readonly draft: string | undefined }

/** A layer of its own: Esc leaves what is written, not the popup. */
function FieldWriting({ model: { row, studio }, field, draft }: FieldWritingProps) {
  useLayer({ scope: 'popup', blocks: 'nothing', onClose: cancel })
  return (
    <span className={styles['writing']}>
      <span className={styles['label']}>{field.name}</span>
      <FieldInput
        label={`${field.name} of ${row.title}`}
        field={field}
        value={row.fields?.[field.key]}
        people={studio.getMembers()}
        draft={draft}
        onCommit={(text) => void runCommand('popup.save-field', { args: [field.id, text] })}
        onCancel={cancel}
      />
    </span>
  )
}

function cancel(): void {
  setPopup({ field: undefined })
}

/** The field of this item that is being written; once it is not, the keys go back to the popup. */
function useEditing({ row }: PopupModel) {
  const { field } = useSyncExternalStore(popupStore.subscribe, popupStore.get)
  const editing = field?.itemId === row.id ? field : undefined
  const wasEditing = useRef(false)
  useLayoutEffect(() => {
    if (wasEditing.current && editing === undefined && document.activeElement === document.body) focusPopup()
    wasEditing.current = editing !== undefined
  })
  return editing
}
