import { Spinner } from '#app/ui/spinner.tsx'
import styles from './auth-callback.module.css'

/** Between the provider's page and the app: the session reads the address and leads on. */
export function AuthCallbackScreen() {
  return (
    <div className={styles['page']}>
      <h1 className="visually-hidden">Sign-in</h1>
      <Spinner label="Signing in…" size={24} />
    </div>
  )
}
