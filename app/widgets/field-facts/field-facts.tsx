import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { formatField } from '#core/fields/field-text.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { useLayer } from '#app/hooks/use-layer.ts'
import { classNames } from '#app/lib/class-names.ts'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { FieldInput } from '#app/widgets/field-input/field-input.tsx'
import type { FieldCommandIds, FieldRow } from './field-row.ts'
import { editFieldFact, fieldFactsStore } from './field-facts-store.ts'
import styles from './facts.module.css'

type FieldFactsProps = {
  readonly row: FieldRow
  readonly ids: FieldCommandIds
  /** The page's scope: Esc closes the editor, not the page around it. */
  readonly scope: string
  /** Called when editing ends, to take the keys back. */
  readonly onLeave: () => void
  /** Whether an empty row still offers a field to set. */
  readonly isAlwaysShown?: boolean
  /** More entries of the same look, after the row's own. */
  readonly children?: readonly ReactNode[]
}

/** A row's values in the studio's own fields, each edited in place. */
export function FieldFacts({ row, ids, scope, onLeave, isAlwaysShown = false, children = [] }: FieldFactsProps) {
  const editing = useEditing(row, onLeave)
  const shown = row.fields.filter(({ key, id }) => row.values?.[key] !== undefined || id === editing?.id)
  const [texts, facts] = [shown.filter(isLong), shown.filter((field) => !isLong(field))]
  const hasMore = row.studio.can('create') && shown.length < row.fields.length
  const canSet = hasMore && (shown.length > 0 || isAlwaysShown)
  if (shown.length === 0 && children.length === 0 && !canSet) return null
  const draw = (field: FieldDefinition): ReactNode =>
    field.id === editing?.id ? (
      <FieldWriting key={`${field.id} ${editing.draft}`} {...{ row, ids, scope, field }} draft={editing.draft} />
    ) : (
      <FieldFact key={field.id} {...{ row, ids, field }} />
    )
  return (
    <section aria-label={`Fields of ${row.title}`}>
      <div className={styles['facts']}>
        {facts.map(draw)}
        {children}
        {canSet && <SetField command={ids.ask}>{shown.length === 0 ? 'Set a field' : 'Set another field'}</SetField>}
      </div>
      {texts.length > 0 && <div className={styles['texts']}>{texts.map(draw)}</div>}
    </section>
  )
}

function isLong({ kind }: FieldDefinition): boolean {
  return kind === 'long_text'
}

/** Asks for a field, then for its value. */
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
        {value === undefined ? '' : isLong(field) ? String(value) : formatField(field, value, row.studio.getMembers())}
      </span>
    </>
  )
  const look = classNames(styles['fact'], isLong(field) && styles['lines'])
  if (!row.studio.canWrite(field)) return <p className={look}>{content}</p>
  return (
    <CommandButton
      command={ids.edit}
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

type WritingProps = OneProps & { readonly scope: string; readonly draft: string | undefined }

/** The field editor. It has its own layer, so that Esc closes it and not the page around it. */
function FieldWriting({ row, ids, field, scope, draft }: WritingProps) {
  useLayer({ scope, blocks: 'nothing', onClose: cancel })
  return (
    <span className={classNames(styles['writing'], isLong(field) && styles['writingLines'])}>
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

/** Returns the field of this row being edited; when editing ends, the keys go back to the page around it. */
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
