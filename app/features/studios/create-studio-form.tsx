import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { runCommand } from '#app/commands/run-command.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { resetStudioForms, studioFormStore } from './studio-form-store.ts'
import styles from './studio-form.module.css'

type CreateStudioFormProps = {
  readonly command: 'studio.create' | 'studio.create-another'
  /** Whether the name takes the focus, for a page made for this form. */
  readonly takesFocus?: boolean
}

export function CreateStudioForm({ command, takesFocus = false }: CreateStudioFormProps) {
  const [name, setName] = useState('')
  const { isBusy, error } = useSnapshot(studioFormStore).create
  const isReady = name.trim() !== '' && !isBusy
  useEffect(() => resetStudioForms, [])
  return (
    <form
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) void runCommand(command, { args: [name] })
      }}
    >
      <TextField
        label="Studio name"
        placeholder="Such as Blue Hour Pictures"
        value={name}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- only on the page made for this form
        autoFocus={takesFocus}
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
