import { useState } from 'react'
import { errorText } from '#core/lib/errors.ts'
import { messages } from '#core/lib/messages.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { getSession } from '#app/stores/session-port.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import styles from './studio-form.module.css'

export function JoinStudioForm() {
  const [text, setText] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const isReady = text.trim() !== '' && !isBusy

  const join = async (): Promise<void> => {
    setBusy(true)
    setError(undefined)
    const result = await getSession().joinStudio(text)
    setBusy(false)
    if (result.ok) await runCommand('go.projects')
    else setError(errorText(result.error, messages['studio-join-failed']))
  }
  return (
    <form
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) void join() // What can go wrong is shown in the field.
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
