import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { Link } from 'wouter'
import { runCommand } from '#app/commands/run-command.ts'
import { useCommands } from '#app/commands/use-commands.ts'
import { links } from '#app/routes.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { Brand } from '#app/widgets/brand.tsx'
import styles from './landing.module.css'
import { newPasswordCommands } from './local-account-commands.ts'
import { editLocalAccount, localAccountStore, resetLocalAccount } from './local-account-store.ts'

/** The page that a mailed password link opens; the token is in the address's hash. */
export function NewPasswordScreen() {
  useCommands(newPasswordCommands)
  const { password, isBusy, error } = useSnapshot(localAccountStore, { sync: true })
  useEffect(() => resetLocalAccount, [])
  const isWhole = location.hash.length > 1
  return (
    <div className={styles['page']}>
      <header className={styles['bar']}>
        <Brand />
      </header>
      <section className={styles['contact']}>
        <h1 className={styles['heading']}>Set a new password</h1>
        {isWhole ? (
          <form
            className={styles['narrow']}
            aria-label="Password for the next sign-in"
            onSubmit={(event) => {
              event.preventDefault()
              void runCommand('session.set-new-password')
            }}
          >
            <TextField
              label="New password"
              type="password"
              autoComplete="new-password"
              hint="6 to 72 characters"
              value={password}
              error={error}
              onChange={(value) => editLocalAccount({ password: value })}
            />
            <Button type="submit" variant="primary" isBusy={isBusy} isDisabled={password === ''}>
              Set password and log in
            </Button>
          </form>
        ) : (
          <p className={styles['text']}>
            This link is incomplete. Open it from the mail, or request another under Log In.
          </p>
        )}
        <Link href={links.login()}>Log In</Link>
      </section>
    </div>
  )
}
