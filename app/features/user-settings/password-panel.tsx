import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { runCommand } from '#app/commands/run-command.ts'
import { useCommands } from '#app/commands/use-commands.ts'
import { configStore } from '#app/stores/config-store.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { dialogSection } from '#app/widgets/dialog-section.ts'
import { passwordCommands } from './password-commands.ts'
import { editPassword, passwordStore, resetPassword } from './password-store.ts'
import styles from './user-settings.module.css'

/** Changes the password, if people sign in with one. */
export function PasswordPanel({ email }: { readonly email: string }) {
  useCommands(passwordCommands)
  const { config } = useSnapshot(configStore)
  const { current, password, isBusy, error } = useSnapshot(passwordStore, { sync: true })
  useEffect(() => resetPassword, [])
  if (config?.auth.local !== true) return null
  return (
    <form
      ref={dialogSection}
      className={styles['choices']}
      aria-label="Password"
      onSubmit={(event) => {
        event.preventDefault()
        void runCommand('user.change-password')
      }}
    >
      <h3 className={styles['heading']}>Password</h3>
      {/* Tells password managers whose password it is. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <TextField
        label="Current password"
        type="password"
        autoComplete="current-password"
        value={current}
        error={error?.of === 'current' ? error.text : undefined}
        onChange={(value) => editPassword({ current: value, error: undefined })}
      />
      <TextField
        label="New password"
        type="password"
        autoComplete="new-password"
        hint="6 to 72 characters. Your other devices are signed out."
        value={password}
        error={error?.of === 'password' ? error.text : undefined}
        onChange={(value) => editPassword({ password: value, error: undefined })}
      />
      <div>
        <Button type="submit" size="small" isBusy={isBusy} isDisabled={current === '' || password === ''}>
          Change password
        </Button>
      </div>
    </form>
  )
}
