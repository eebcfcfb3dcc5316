import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#app/ui/button.tsx'
import { IconButton } from '#app/ui/icon-button.tsx'
import { Popover } from '#app/ui/popover.tsx'
import { CatalogueColorPicker } from '#app/widgets/catalogue-color-picker.tsx'
import styles from './entry-list.module.css'

type Entry = { readonly id: string; readonly name: string; readonly color: string }

type EntryListProps<T extends Entry> = {
  /** One of them: 'stage'. */
  readonly noun: string
  readonly entries: readonly T[]
  readonly canEdit: boolean
  readonly onChange: (entries: readonly T[]) => void
  readonly onAdd: () => void
  /** Deletes an entry, or says why not. */
  readonly onDelete: ((entry: T) => void) | undefined
  readonly renderFields: (entry: T, change: (changes: Partial<T>) => void) => ReactNode
}

/** Stages or statuses in their order: colour, name, what else each kind has, and its place. */
export function EntryList<T extends Entry>(props: EntryListProps<T>) {
  const { noun, entries, canEdit, onChange, onAdd, onDelete, renderFields } = props
  const change = (id: string, changes: Partial<T>): void =>
    onChange(entries.map((entry) => (entry.id === id ? { ...entry, ...changes } : entry)))
  return (
    <div className={styles['entries']}>
      <ul className={styles['list']}>
        {entries.map((entry, index) => (
          <li key={entry.id} className={styles['row']}>
            <EntryName
              noun={noun}
              entry={entry}
              canEdit={canEdit}
              // A changed name or colour is still an entry of the same kind.
              onChange={(changes) => change(entry.id, changes as Partial<T>)}
            />
            <div className={styles['fields']}>{renderFields(entry, (changes) => change(entry.id, changes))}</div>
            <div className={styles['actions']}>
              <IconButton
                label={`Move ${entry.name} up`}
                size="small"
                variant="ghost"
                icon={<ArrowUp aria-hidden="true" />}
                isDisabled={!canEdit || index === 0}
                onClick={() => onChange(moveTo(entries, index, index - 1))}
              />
              <IconButton
                label={`Move ${entry.name} down`}
                size="small"
                variant="ghost"
                icon={<ArrowDown aria-hidden="true" />}
                isDisabled={!canEdit || index === entries.length - 1}
                onClick={() => onChange(moveTo(entries, index, index + 1))}
              />
              <IconButton
                label={`Delete ${entry.name}`}
                size="small"
                variant="ghost"
                icon={<Trash2 aria-hidden="true" />}
                isDisabled={onDelete === undefined}
                onClick={() => onDelete?.(entry)}
              />
            </div>
          </li>
        ))}
      </ul>
      <Button className={styles['add']} icon={<Plus aria-hidden="true" />} isDisabled={!canEdit} onClick={onAdd}>
        Add {noun}
      </Button>
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

function moveTo<T>(entries: readonly T[], from: number, to: number): readonly T[] {
  const moved = entries[from]
  return moved === undefined ? entries : entries.toSpliced(from, 1).toSpliced(to, 0, moved)
}
