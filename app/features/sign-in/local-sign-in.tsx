import { useState, type FormEvent } from 'react'
import { getSession } from '#app/stores/session-port.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import styles from './log-in-dialog.module.css'

/** E-mail and password, where the deployment keeps accounts of its own. */
export function LocalSignIn() {
  const form = useLocalSignIn()
  return (
    <form className={styles['form']} onSubmit={form.onSubmit} aria-label="Local account">
      <p className={styles['divider']}>or with an account of this deployment</p>
      <TextField label="E-mail" type="email" autoComplete="username" value={form.email} onChange={form.setEmail} />
      <TextField
        label="Password"
        type="password"
        autoComplete={form.isNew ? 'new-password' : 'current-password'}
        value={form.password}
        onChange={form.setPassword}
        error={form.error}
      />
      <div className={styles['buttons']}>
        <Button variant="ghost" onClick={form.toggleNew}>
          {form.isNew ? 'I have an account' : 'Create an account'}
        </Button>
        <Button type="submit" variant="primary" isBusy={form.isBusy} isDisabled={!form.isReady}>
          {form.isNew ? 'Sign up' : 'Log in'}
        </Button>
      </div>
    </form>
  )
}

function useLocalSignIn() {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [isNew, setNew] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const isReady = email.trim() !== '' && password !== ''

  const submit = async (): Promise<void> => {
    setBusy(true)
    setError(undefined)
    const account = { email: email.trim(), password }
    const result = await (isNew ? getSession().signUp(account) : getSession().signIn(account))
    setBusy(false)
    if (!result.ok) setError(result.error.message)
  }
  return {
    email,
    setEmail,
    password,
    setPassword,
    isNew,
    toggleNew: () => setNew(!isNew),
    isBusy,
    isReady,
    error,
    onSubmit: (event: FormEvent) => {
      event.preventDefault()
      if (isReady && !isBusy) void submit() // Expected failures are shown; a bug reaches the page's error event.
    },
  }
}
