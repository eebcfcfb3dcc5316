import { useSnapshot } from 'valtio'
import { runCommand } from '#app/commands/run-command.ts'
import { AlertDialog } from '#app/ui/alert-dialog.tsx'
import { askToDelete, projectsStore } from './projects-store.ts'

/** Asks for the project's name before deleting everything in it. */
export function DeleteProjectDialog() {
  const { deleting } = useSnapshot(projectsStore)
  return (
    <AlertDialog
      isOpen={deleting !== undefined}
      title="Delete Project"
      description={`“${deleting?.name ?? ''}” is deleted with all its spaces, items, tasks, revisions and comments.`}
      confirmLabel="Delete"
      tone="danger"
      typedText={deleting?.name ?? ''}
      onConfirm={() => void runCommand('project.delete-confirmed')}
      onCancel={() => askToDelete(undefined)}
    />
  )
}
