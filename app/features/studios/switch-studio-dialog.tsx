import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { findInviteToken } from '#core/access/invite-token.ts'
import { messages } from '#core/lib/messages.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { useCommands } from '#app/commands/use-commands.ts'
import { sessionStore } from '#app/stores/session-store.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { CancelButton } from '#app/widgets/cancel-button.tsx'
import { useIsStudioGone } from '#app/widgets/use-client.ts'
import { CreateStudioForm } from './create-studio-form.tsx'
import { switchStudioCommands } from './studio-form-commands.ts'
import formStyles from './studio-form.module.css'
import styles from './switch-studio-dialog.module.css'

type SwitchStudioDialogProps = { readonly onClose: () => void }

/** Switches to another of the person's studios, creates one, or joins one by invite link. */
export function SwitchStudioDialog({ onClose }: SwitchStudioDialogProps) {
  useCommands(switchStudioCommands)
  const { studios, currentStudioId } = useSnapshot(sessionStore)
  const isGone = useIsStudioGone()
  const [picked, setPicked] = useState(currentStudioId)
  const switchStudio = (): void => {
    onClose()
    void runCommand('studio.switch', { args: [picked ?? ''] })
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Switch Studio"
      footer={
        <>
          <CancelButton />
          <Button
            variant="primary"
            isDisabled={picked === undefined || picked === currentStudioId}
            onClick={switchStudio}
          >
            Switch
          </Button>
        </>
      }
    >
      <fieldset className={styles['studios']}>
        <legend className="visually-hidden">Your studios</legend>
        {(isGone ? studios.filter(({ id }) => id !== currentStudioId) : studios).map(({ id, name }) => (
          <label key={id} className={styles['studio']}>
            <input type="radio" name="studio" checked={id === picked} onChange={() => setPicked(id)} />
            <span className={styles['name']}>{name}</span>
            {id === currentStudioId && <Badge tone="ok">Current</Badge>}
          </label>
        ))}
      </fieldset>
      <section className={styles['section']} aria-label="Create New Studio">
        <h3 className={styles['heading']}>Create New Studio</h3>
        <CreateStudioForm command="studio.create-another" />
      </section>
      <section className={styles['section']} aria-label="Join via Invitation link">
        <h3 className={styles['heading']}>Join via Invitation link</h3>
        <FollowLinkForm onFollowed={onClose} />
      </section>
    </Dialog>
  )
}

/** Navigates to the pasted invite link, which does the rest. */
function FollowLinkForm({ onFollowed }: { readonly onFollowed: () => void }) {
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  return (
    <form
      className={formStyles['form']}
      onSubmit={(event) => {
        event.preventDefault()
        const token = findInviteToken(text)
        if (token === undefined) return setError(messages['invite-link-invalid'])
        onFollowed()
        return void runCommand('invite.follow', { args: [token] })
      }}
    >
      <TextField label="Invite link" placeholder="https://…/invite/…" value={text} onChange={setText} error={error} />
      <Button type="submit" isDisabled={text.trim() === ''}>
        Join
      </Button>
    </form>
  )
}
