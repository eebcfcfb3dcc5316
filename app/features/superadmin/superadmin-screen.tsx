import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import type { TemplateKind } from '#core/studios/template-library.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { useCommands } from '#app/commands/use-commands.ts'
import { useScope } from '#app/commands/use-scope.ts'
import { AlertDialog } from '#app/ui/alert-dialog.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { Tabs } from '#app/ui/tabs.tsx'
import { useStudioClient } from '#app/widgets/use-client.ts'
import { loadLibraries } from './change-library.ts'
import { superadminCommands } from './superadmin-commands.ts'
import { askToDelete, askToDeleteTag, showKind, superadminStore } from './superadmin-store.ts'
import styles from './superadmin.module.css'
import { TagEditor } from './tag-editor.tsx'
import { TemplateList } from './template-list.tsx'

const tabs: readonly { readonly value: TemplateKind; readonly label: string }[] = [
  { value: 'stage', label: 'Pipeline Templates' },
  { value: 'status', label: 'Status Templates' },
]

/** The templates that new studios start with. Only the super-admin gets here; the server checks again. */
export function SuperadminScreen() {
  useCommands(superadminCommands)
  useScope('templates')
  const client = useStudioClient()
  const { kind, deletingId, isSaving } = useSnapshot(superadminStore)
  useEffect(() => {
    if (client !== undefined) void loadLibraries()
  }, [client])
  return (
    <div className={styles['page']}>
      <h1 className={styles['title']}>SuperAdmin Panel</h1>
      <p className={styles['lead']}>Configure default templates for new studios</p>
      <output className={styles['saved']}>{isSaving ? 'Saving…' : 'All changes saved'}</output>
      <Tabs label="Templates" value={kind} tabs={tabs} onChange={showKind}>
        <Panel kind={kind} />
      </Tabs>
      <AlertDialog
        isOpen={deletingId !== undefined}
        title="Delete Template"
        description="Are you sure you want to delete this template?"
        confirmLabel="Delete"
        tone="danger"
        onConfirm={() => void runCommand('template.delete-confirmed')}
        onCancel={() => askToDelete(undefined)}
      />
      <DeleteTagDialog />
    </div>
  )
}

/** Asks before deleting a stage or status, naming the templates that lose it. */
function DeleteTagDialog() {
  const { kind, deletingTagId, ...state } = useSnapshot(superadminStore)
  const library = state[kind].library
  const name = library?.entries.find(({ id }) => id === deletingTagId)?.name ?? ''
  const holders = library?.templates.filter(({ entryIds }) => entryIds.includes(deletingTagId ?? '')) ?? []
  const from =
    holders.length === 0
      ? 'No template uses it.'
      : `It will be removed from ${holders.map((one) => one.name).join(', ')}.`
  return (
    <AlertDialog
      isOpen={deletingTagId !== undefined}
      title={`Delete ${name} everywhere?`}
      description={from}
      confirmLabel="Delete"
      tone="danger"
      onConfirm={() => void runCommand('template.delete-tag-confirmed')}
      onCancel={() => askToDeleteTag(undefined)}
    />
  )
}

function Panel({ kind }: { readonly kind: TemplateKind }) {
  const { error, ...state } = useSnapshot(superadminStore)
  const { library, selectedId } = state[kind]
  if (error !== undefined) return <EmptyState title="The templates could not be loaded" text={error} />
  if (library === undefined) return <Skeleton height={320} radius={10} />
  return (
    <div className={styles['panel']}>
      <TemplateList templates={library.templates} selectedId={selectedId} />
      <TagEditor kind={kind} library={library} selectedId={selectedId} />
    </div>
  )
}
