import { useState } from 'react'
import { messages } from '#core/lib/messages.ts'
import { errorText } from '#core/lib/errors.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { getSession } from '#app/stores/session-port.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import styles from './studio-form.module.css'

type CreateStudioFormProps = {
  /** Which words to use where the server has none. */
  readonly failure: 'studio-create-failed' | 'studio-switch-create-failed'
  readonly onCreated?: () => void
}

export function CreateStudioForm({ failure, onCreated }: CreateStudioFormProps) {
  const [name, setName] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const isReady = name.trim() !== '' && !isBusy

  const create = async (): Promise<void> => {
    setBusy(true)
    setError(undefined)
    const result = await getSession().createStudio(name)
    setBusy(false)
    if (!result.ok) {
      setError(errorText(result.error, messages[failure]))
      return
    }
    onCreated?.()
    await runCommand('go.projects')
  }
  return (
    <form
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) void create() // What can go wrong is shown in the field.
      }}
    >
      <TextField
        label="Studio name"
        placeholder="Such as Blue Hour Pictures"
        value={name}
        maxLength={200}
        onChange={setName}
        error={error}
      />
      <Button type="submit" variant="primary" isBusy={isBusy} isDisabled={!isReady}>
        Create
      </Button>
    </form>
  )
}
