import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { runCommand } from '#app/commands/run-command.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { resetStudioForms, studioFormStore } from './studio-form-store.ts'
import styles from './studio-form.module.css'

export function JoinStudioForm() {
  const [text, setText] = useState('')
  const { isBusy, error } = useSnapshot(studioFormStore).join
  const isReady = text.trim() !== '' && !isBusy
  useEffect(() => resetStudioForms, [])
  return (
    <form
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) void runCommand('studio.join', { args: [text] })
      }}
    >
      <TextField
        label="Invite link"
        placeholder="https://…/invite/…"
        value={text}
        onChange={setText}
        error={error}
        spellCheck={false}
      />
      <Button type="submit" isBusy={isBusy} isDisabled={!isReady}>
        Join
      </Button>
    </form>
  )
}
