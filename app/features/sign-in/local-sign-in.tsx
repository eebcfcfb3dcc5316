import { useEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import { runCommand } from '#app/commands/run-command.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { editLocalAccount, localAccountStore } from './local-account-store.ts'
import styles from './log-in-dialog.module.css'

/** Sign-in by e-mail and password, if the deployment keeps accounts of its own. */
export function LocalSignIn() {
  const { email, password, isNew, isBusy, error, notice } = useSnapshot(localAccountStore, { sync: true })
  const first = useRef<HTMLInputElement>(null)
  // Goes back to the first field: the button that switched to a new account comes after the fields.
  useEffect(() => {
    if (isNew) first.current?.focus()
  }, [isNew])
  const isReady = email.trim() !== '' && password !== ''
  return (
    <form
      className={styles['form']}
      aria-label="Local account"
      onSubmit={(event) => {
        event.preventDefault()
        void runCommand('session.account')
      }}
    >
      <p className={styles['divider']}>or with an account of this deployment</p>
      <TextField
        ref={first}
        label="E-mail"
        type="email"
        autoComplete="username"
        value={email}
        onChange={(value) => editLocalAccount({ email: value })}
      />
      <TextField
        label="Password"
        type="password"
        autoComplete={isNew ? 'new-password' : 'current-password'}
        value={password}
        onChange={(value) => editLocalAccount({ password: value })}
        hint={isNew ? '6 to 72 characters' : undefined}
        error={error}
      />
      {!isNew && (
        <div className={styles['forgotten']}>
          <CommandButton command="session.forgot-password" variant="ghost">
            Forgot password?
          </CommandButton>
          <p aria-live="polite">{notice}</p>
        </div>
      )}
      <div className={styles['buttons']}>
        <CommandButton command="session.toggle-new" variant="ghost">
          {isNew ? 'I have an account' : 'Create an account'}
        </CommandButton>
        <Button type="submit" variant="primary" isBusy={isBusy} isDisabled={!isReady}>
          {isNew ? 'Sign up' : 'Log in'}
        </Button>
      </div>
    </form>
  )
}
