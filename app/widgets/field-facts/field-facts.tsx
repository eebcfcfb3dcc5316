import { useLayoutEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import { formatField } from '#core/fields/field-text.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { useLayer } from '#app/hooks/use-layer.ts'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { FieldInput } from '#app/widgets/field-input/field-input.tsx'
import type { FieldCommandIds, FieldRow } from './field-row.ts'
import { editFieldFact, fieldFactsStore } from './field-facts-store.ts'
import styles from './facts.module.css'

type FieldFactsProps = {
  readonly row: FieldRow
  readonly ids: FieldCommandIds
  /** The scope of the page: Esc leaves what is written, not what is around it. */
  readonly scope: string
  /** Takes the keys back once nothing is written any more. */
  readonly onLeave: () => void
  /** Whether a line is there to be set where the row has nothing. */
  readonly isAlwaysShown?: boolean
}

/** What a row has in the studio's own fields, each changed where it stands. */
export function FieldFacts({ row, ids, scope, onLeave, isAlwaysShown = false }: FieldFactsProps) {
  const editing = useEditing(row, onLeave)
  const shown = row.fields.filter(({ key, id }) => row.values?.[key] !== undefined || id === editing?.id)
  const canSet = row.studio.can('create') && shown.length < row.fields.length
  if (shown.length === 0 && !(isAlwaysShown && canSet)) return null
  return (
    <section className={styles['facts']} aria-label={`Fields of ${row.title}`}>
      {shown.map((field) =>
        field.id === editing?.id ? (
          <FieldWriting key={`${field.id} ${editing.draft}`} {...{ row, ids, scope, field }} draft={editing.draft} />
        ) : (
          <FieldFact key={field.id} {...{ row, ids, field }} />
        ),
      )}
      {canSet && <SetField command={ids.ask}>{shown.length === 0 ? 'Set a field' : 'Set another field'}</SetField>}
    </section>
  )
}

/** Asks for the field, then for its value. */
export function SetField({ command, children }: { readonly command: string; readonly children: string }) {
  return (
    <CommandButton command={command} variant="ghost" size="small" className={styles['fact']}>
      <span className={styles['label']}>{children}</span>
    </CommandButton>
  )
}

type OneProps = Pick<FieldFactsProps, 'row' | 'ids'> & { readonly field: FieldDefinition }

function FieldFact({ row, ids, field }: OneProps) {
  const value = row.values?.[field.key]
  const content = (
    <>
      <span className={styles['label']}>{field.name}</span>{' '}
      <span className={styles['value']}>
        {value === undefined ? '' : formatField(field, value, row.studio.getMembers())}
      </span>
    </>
  )
  if (!row.studio.can('create')) return <p className={styles['fact']}>{content}</p>
  return (
    <CommandButton
      command={ids.edit}
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

type WritingProps = OneProps & { readonly scope: string; readonly draft: string | undefined }

/** A layer of its own: Esc leaves what is written, not the page around it. */
function FieldWriting({ row, ids, field, scope, draft }: WritingProps) {
  useLayer({ scope, blocks: 'nothing', onClose: cancel })
  return (
    <span className={styles['writing']}>
      <span className={styles['label']}>{field.name}</span>
      <FieldInput
        label={`${field.name} of ${row.title}`}
        field={field}
        value={row.values?.[field.key]}
        people={row.studio.getMembers()}
        draft={draft}
        onCommit={(text) => void runCommand(ids.save, { args: [field.id, text] })}
        onCancel={cancel}
      />
    </span>
  )
}

function cancel(): void {
  editFieldFact(undefined)
}

/** The field of this row that is being written; once it is not, the keys go back to what is around it. */
function useEditing({ id }: FieldRow, onLeave: () => void) {
  const { editing: any } = useSnapshot(fieldFactsStore)
  const editing = any?.rowId === id ? any : undefined
  const wasEditing = useRef(false)
  useLayoutEffect(() => {
    if (wasEditing.current && editing === undefined && document.activeElement === document.body) onLeave()
    wasEditing.current = editing !== undefined
  })
  return editing
}
