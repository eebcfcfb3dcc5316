import { useLayoutEffect, useRef, useSyncExternalStore, type ReactNode } from 'react'
import { formatField } from '#core/fields/field-text.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { useLayer } from '#app/hooks/use-layer.ts'
import { classNames } from '#app/lib/class-names.ts'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { FieldInput } from '#app/widgets/field-input/field-input.tsx'
import { listWritableFields } from './field-commands.ts'
import { FormulaFact } from './formula-fact.tsx'
import { useFormulas } from './use-formulas.ts'
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
  const [lines, facts] = [shown.filter(isLong), shown.filter((field) => !isLong(field))]
  const formulas = useFormulas(model)
  if (shown.length === 0 && formulas.length === 0) return null
  const draw = (field: FieldDefinition): ReactNode =>
    field.id === editing?.id ? (
      <FieldWriting key={`${field.id} ${editing.draft}`} model={model} field={field} draft={editing.draft} />
    ) : (
      <FieldFact key={field.id} model={model} field={field} />
    )
  return (
    <section aria-label={`Fields of ${row.title}`}>
      <div className={styles['facts']}>
        {facts.map(draw)}
        {formulas.map((formula) => (
          <FormulaFact key={formula.field.id} {...formula} />
        ))}
        {studio.can('create') && shown.length > 0 && shown.length < fields.length && (
          <SetField>Set another field</SetField>
        )}
      </div>
      {lines.length > 0 && <div className={styles['texts']}>{lines.map(draw)}</div>}
    </section>
  )
}

function isLong({ kind }: FieldDefinition): boolean {
  return kind === 'long_text'
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
        {value === undefined ? '' : isLong(field) ? String(value) : formatField(field, value, studio.getMembers())}
      </span>
    </>
  )
  const look = classNames(styles['fact'], isLong(field) && styles['lines'])
  if (!studio.can('create')) return <p className={look}>{content}</p>
  return (
    <CommandButton
      command="popup.edit-field"
      args={[field.id]}
      variant="ghost"
      size="small"
      className={look}
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
    <span className={classNames(styles['writing'], isLong(field) && styles['writingLines'])}>
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
