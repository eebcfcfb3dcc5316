import { Plus, X } from 'lucide-react'
import { useLayoutEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import {
  moveEntry,
  type TemplateEntry,
  type TemplateKind,
  type TemplateLibrary,
} from '#core/studios/template-library.ts'
import { newTemplateStageColor } from '#core/studios/default-stages.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { useLayer } from '#app/hooks/use-layer.ts'
import { classNames } from '#app/lib/class-names.ts'
import { Button } from '#app/ui/button.tsx'
import { Popover } from '#app/ui/popover.tsx'
import { CatalogueColorPicker } from '#app/widgets/catalogue-color-picker.tsx'
import { CommandIconButton } from '#app/widgets/command-icon-button.tsx'
import { moveTag, superadminStore } from './superadmin-store.ts'
import styles from './superadmin.module.css'

type TagEditorProps = {
  readonly kind: TemplateKind
  readonly library: TemplateLibrary
  readonly selectedId: string | undefined
}

const plurals: Readonly<Record<TemplateKind, string>> = { stage: 'stages', status: 'statuses' }

/** All stages or statuses as tags: a click adds one to the selected template or removes it, dragging reorders them. */
export function TagEditor({ kind, library, selectedId }: TagEditorProps) {
  const { moving } = useSnapshot(superadminStore)
  useLayer({ scope: 'templates', blocks: 'nothing', isOpen: moving !== undefined, onClose: () => moveTag(undefined) })
  // Moving an element among its siblings can drop its focus.
  useLayoutEffect(() => {
    if (moving !== undefined) document.querySelector<HTMLElement>(`[data-tag="${moving.id}"] button`)?.focus()
  }, [moving])
  const template = library.templates.find(({ id }) => id === selectedId)
  if (template === undefined) {
    return <p className={styles['empty']}>Select or create a template to manage {plurals[kind]}</p>
  }
  const { entries } = moving === undefined ? library : moveEntry(library, moving.id, moving.index)
  const chosen = new Set(template.entryIds)
  return (
    <section className={styles['editor']} aria-labelledby="tags-title">
      <h2 id="tags-title" className={styles['heading']}>
        {kind === 'stage' ? 'Stages' : 'Statuses'} of {template.name}
      </h2>
      <output className={styles['hint']}>
        {moving === undefined
          ? entries.length === 0
            ? `There are no ${plurals[kind]} yet. Add the first one below.`
            : 'Click to add or remove. Drag, or press M, to reorder.'
          : `Place ${moving.index + 1} of ${entries.length}. Arrow keys move it, Enter drops it, Escape cancels.`}
      </output>
      <ul className={styles['tags']}>
        {entries.map((entry, index) => (
          <Tag key={entry.id} entry={entry} index={index} isChosen={chosen.has(entry.id)} />
        ))}
      </ul>
      <NewTag kind={kind} />
    </section>
  )
}

type TagProps = { readonly entry: TemplateEntry; readonly index: number; readonly isChosen: boolean }

function Tag({ entry: { id, name, color }, index, isChosen }: TagProps) {
  const { moving } = useSnapshot(superadminStore)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dragging is for pointers; M moves by keyboard
    <li
      className={classNames(styles['tag'], isChosen && styles['chosen'], moving?.id === id && styles['moving'])}
      data-tag={id}
      draggable
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', name)
        moveTag({ id, index })
      }}
      onDragOver={(event) => {
        if (moving === undefined) return
        event.preventDefault()
        if (moving.id !== id) moveTag({ id: moving.id, index })
      }}
      onDrop={(event) => {
        event.preventDefault()
        void runCommand('template.drop-tag')
      }}
      onDragEnd={() => moveTag(undefined)}
    >
      <button
        type="button"
        className={styles['toggle']}
        aria-pressed={isChosen}
        onClick={() =>
          void (moving === undefined
            ? runCommand('template.toggle-tag', { args: [id] })
            : runCommand('template.drop-tag'))
        }
      >
        <span className={styles['dot']} style={{ backgroundColor: color }} />
        {name}
      </button>
      <CommandIconButton
        command="template.delete-tag"
        args={[id]}
        label={`Delete ${name} everywhere`}
        size="small"
        variant="ghost"
        icon={<X aria-hidden="true" />}
      />
    </li>
  )
}

function NewTag({ kind }: { readonly kind: TemplateKind }) {
  const [name, setName] = useState('')
  const [color, setColor] = useState(newTemplateStageColor)
  const noun = kind === 'stage' ? 'Stage' : 'Status'
  return (
    <form
      className={styles['new']}
      onSubmit={(event) => {
        event.preventDefault()
        void runCommand('template.add-tag', { args: [name, color] })
        setName('')
      }}
    >
      {kind === 'status' && (
        <Popover
          label="Colour of the new status"
          trigger={
            <button type="button" className={styles['swatch']} aria-label="Colour of the new status">
              <span className={styles['color']} style={{ backgroundColor: color }} />
            </button>
          }
        >
          <CatalogueColorPicker value={color} onChange={setColor} />
        </Popover>
      )}
      <input
        type="text"
        className={styles['field']}
        aria-label={`Name of the new ${kind}`}
        placeholder={`${noun} name`}
        autoComplete="off"
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" icon={<Plus aria-hidden="true" />} isDisabled={name.trim() === ''}>
        Add {noun}
      </Button>
    </form>
  )
}
