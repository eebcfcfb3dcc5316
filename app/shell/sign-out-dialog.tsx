import { useSnapshot } from 'valtio'
import { runCommand } from '#app/commands/run-command.ts'
import { countUnsent, syncStore } from '#app/stores/sync-store.ts'
import { AlertDialog } from '#app/ui/alert-dialog.tsx'

type SignOutDialogProps = { readonly onClose: () => void }

/** Asks for confirmation before discarding changes the server does not have yet. */
export function SignOutDialog({ onClose }: SignOutDialogProps) {
  const count = countUnsent(useSnapshot(syncStore))
  return (
    <AlertDialog
      isOpen
      title="Sign out?"
      description={
        count === 1
          ? 'One change has not been sent yet. Signing out discards it.'
          : `${count} changes have not been sent yet. Signing out discards them.`
      }
      confirmLabel="Sign out and discard"
      tone="danger"
      onCancel={onClose}
      onConfirm={() => {
        onClose()
        void runCommand('session.sign-out-anyway')
      }}
    />
  )
}
