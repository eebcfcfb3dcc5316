import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import type { Template } from '#core/studios/template-library.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { classNames } from '#app/lib/class-names.ts'
import { Button } from '#app/ui/button.tsx'
import { CommandIconButton } from '#app/widgets/command-icon-button.tsx'
import { superadminStore } from './superadmin-store.ts'
import styles from './superadmin.module.css'

type TemplateListProps = { readonly templates: readonly Template[]; readonly selectedId: string | undefined }

/** The templates of one kind; new studios get the first. */
export function TemplateList({ templates, selectedId }: TemplateListProps) {
  return (
    <section className={styles['templates']} aria-labelledby="templates-title">
      <h2 id="templates-title" className={styles['heading']}>
        Templates
      </h2>
      {templates.length === 0 && <p className={styles['empty']}>No templates yet. Create one below.</p>}
      <ul>
        {templates.map((template) => (
          <TemplateRow key={template.id} template={template} isSelected={template.id === selectedId} />
        ))}
      </ul>
      <NewTemplate />
    </section>
  )
}

function TemplateRow({ template, isSelected }: { readonly template: Template; readonly isSelected: boolean }) {
  const { id, name, entryIds } = template
  const { renamingId } = useSnapshot(superadminStore)
  return (
    <li className={classNames(styles['template'], isSelected && styles['selected'])} data-template={id}>
      {renamingId === id ? (
        <NameField id={id} name={name} />
      ) : (
        <button
          type="button"
          className={styles['pick']}
          aria-pressed={isSelected}
          onClick={() => void runCommand('template.select', { args: [id] })}
          onDoubleClick={() => void runCommand('template.rename', { args: [id] })}
        >
          {name}
          <span className={styles['count']}>{entryIds.length}</span>
        </button>
      )}
      <CommandIconButton
        command="template.rename"
        args={[id]}
        label={`Rename ${name}`}
        size="small"
        variant="ghost"
        icon={<Pencil aria-hidden="true" />}
      />
      <CommandIconButton
        command="template.delete"
        args={[id]}
        label={`Delete ${name}`}
        size="small"
        variant="ghost"
        icon={<Trash2 aria-hidden="true" />}
      />
    </li>
  )
}

/** The name of a template being renamed. Enter and leaving the field save, Esc cancels. */
function NameField({ id, name }: { readonly id: string; readonly name: string }) {
  const [typed, setTyped] = useState(name)
  const end = (text: string): void => {
    // Removing the field blurs it, which must not save a second time.
    if (superadminStore.renamingId === id) void runCommand('template.set-name', { args: [id, text] })
  }
  return (
    <input
      type="text"
      className={styles['field']}
      aria-label="Template name"
      autoComplete="off"
      maxLength={100}
      ref={selectAll}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={() => end(typed)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return
        event.preventDefault()
        event.stopPropagation()
        end(event.key === 'Enter' ? typed : name)
      }}
    />
  )
}

function selectAll(field: HTMLInputElement | null): void {
  field?.focus()
  field?.select()
}

function NewTemplate() {
  const [name, setName] = useState('')
  return (
    <form
      className={styles['new']}
      onSubmit={(event) => {
        event.preventDefault()
        void runCommand('template.create', { args: [name] })
        setName('')
      }}
    >
      <input
        type="text"
        className={styles['field']}
        aria-label="New template name"
        placeholder="New template name"
        autoComplete="off"
        maxLength={100}
        data-new-template=""
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" variant="primary" isDisabled={name.trim() === ''}>
        Create Template
      </Button>
    </form>
  )
}
