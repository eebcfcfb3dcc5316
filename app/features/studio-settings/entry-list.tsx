import { ArrowDown, ArrowUp, GripVertical, Plus, Trash2 } from 'lucide-react'
import { useEffect, useRef, type ReactNode, type RefObject } from 'react'
import { runCommand } from '#app/commands/run-command.ts'
import { Popover } from '#app/ui/popover.tsx'
import { useKeptFocus } from '#app/ui/use-kept-focus.ts'
import { CatalogueColorPicker } from '#app/widgets/catalogue-color-picker.tsx'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { CommandIconButton } from '#app/widgets/command-icon-button.tsx'
import type { EntryKind } from './draft-entries.ts'
import styles from './entry-list.module.css'

type Entry = { readonly id: string; readonly name: string; readonly color: string }

type EntryListProps<T extends Entry> = {
  readonly kind: EntryKind
  readonly entries: readonly T[]
  readonly canEdit: boolean
  readonly canDelete: boolean
  readonly onChange: (entries: readonly T[]) => void
  readonly renderFields: (entry: T, change: (changes: Partial<T>) => void) => ReactNode
}

const nouns: Readonly<Record<EntryKind, string>> = { stage: 'Stage', status: 'Status' }

/** Stages or statuses in order: colour, name, the fields of the kind, and the controls to move and delete. */
export function EntryList<T extends Entry>(props: EntryListProps<T>) {
  const { kind, entries, canEdit, canDelete, onChange, renderFields } = props
  const list = useKeptFocus<HTMLDivElement>()
  useTypeOverNew(list, entries.length)
  const change = (id: string, changes: Partial<T>): void =>
    onChange(entries.map((entry) => (entry.id === id ? { ...entry, ...changes } : entry)))
  return (
    <div className={styles['entries']} ref={list}>
      <ul className={styles['list']}>
        {entries.map((entry, index) => (
          <li
            key={entry.id}
            className={styles['row']}
            data-focus-row=""
            data-entry={entry.id}
            data-entry-kind={kind}
            data-place={index}
          >
            {canEdit && <DragHandle kind={kind} entry={entry} />}
            <EntryName
              noun={nouns[kind]}
              entry={entry}
              canEdit={canEdit}
              // Changing a name or colour does not change the entry's type.
              onChange={(changes) => change(entry.id, changes as Partial<T>)}
            />
            <div className={styles['fields']}>{renderFields(entry, (changes) => change(entry.id, changes))}</div>
            {canEdit && (
              <EntryActions
                kind={kind}
                entry={entry}
                place={{ isFirst: index === 0, isLast: index === entries.length - 1 }}
                canDelete={canDelete}
              />
            )}
          </li>
        ))}
      </ul>
      {canEdit && (
        <CommandButton
          data-adds-entry=""
          command="entry.add"
          args={[kind]}
          className={styles['add']}
          icon={<Plus aria-hidden="true" />}
        >
          Add {nouns[kind]}
        </CommandButton>
      )}
    </div>
  )
}

/** Selects the name of an entry just added by its button, for typing over. */
function useTypeOverNew(list: RefObject<HTMLElement | null>, count: number): void {
  const known = useRef(count)
  useEffect(() => {
    const isAdded = count === known.current + 1 && document.activeElement?.matches('[data-adds-entry]') === true
    known.current = count
    if (!isAdded) return
    const name = [...(list.current?.querySelectorAll<HTMLInputElement>('[data-entry-name]') ?? [])].at(-1)
    name?.focus()
    name?.select()
  }, [list, count])
}

/** Dragging it moves its entry; the entry has keys for the same. */
function DragHandle({ kind, entry: { id, name } }: { readonly kind: EntryKind; readonly entry: Entry }) {
  return (
    <span
      className={styles['grip']}
      data-tooltip={`Drag ${name} to another place`}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={({ currentTarget, pointerId, clientX, clientY }) => {
        if (!currentTarget.hasPointerCapture(pointerId)) return
        const under = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-entry]')
        const place = under?.dataset['place']
        if (place !== undefined && under?.dataset['entry'] !== id)
          void runCommand('entry.move-to', { args: [kind, id, place] })
      }}
    >
      <GripVertical aria-hidden="true" />
    </span>
  )
}

type EntryActionsProps = Pick<EntryListProps<Entry>, 'kind' | 'canDelete'> & {
  readonly entry: Entry
  readonly place: { readonly isFirst: boolean; readonly isLast: boolean }
}

function EntryActions({ kind, entry: { id, name }, place, canDelete }: EntryActionsProps) {
  const shared = { args: [kind, id], size: 'small', variant: 'ghost' } as const
  // The buttons stay focusable at the ends, so that the last move does not lose the focus.
  const held = (reason: string | false) => (reason === false ? {} : { disabledReason: reason })
  return (
    <div className={styles['actions']}>
      <CommandIconButton
        {...shared}
        {...held(place.isFirst && 'Already first')}
        command="entry.move-up"
        label={`Move ${name} up`}
        icon={<ArrowUp aria-hidden="true" />}
      />
      <CommandIconButton
        {...shared}
        {...held(place.isLast && 'Already last')}
        command="entry.move-down"
        label={`Move ${name} down`}
        icon={<ArrowDown aria-hidden="true" />}
      />
      {canDelete && (
        <CommandIconButton
          {...shared}
          command="entry.delete"
          label={`Delete ${name}`}
          icon={<Trash2 aria-hidden="true" />}
        />
      )}
    </div>
  )
}

type EntryNameProps = {
  readonly noun: string
  readonly entry: Entry
  readonly canEdit: boolean
  readonly onChange: (changes: Partial<Entry>) => void
}

function EntryName({ noun, entry: { name, color }, canEdit, onChange }: EntryNameProps) {
  return (
    <>
      <Popover
        label={`Colour of ${name}`}
        trigger={
          <button type="button" className={styles['swatch']} aria-label={`Colour of ${name}`} disabled={!canEdit}>
            <span className={styles['color']} style={{ backgroundColor: color }} />
          </button>
        }
      >
        <CatalogueColorPicker value={color} onChange={(value) => onChange({ color: value })} />
      </Popover>
      <input
        className={styles['name']}
        data-entry-name=""
        type="text"
        aria-label={`Name of the ${noun}`}
        aria-invalid={name.trim() === '' || undefined}
        autoComplete="off"
        maxLength={100}
        value={name}
        disabled={!canEdit}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
    </>
  )
}
