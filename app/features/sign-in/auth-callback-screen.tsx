import { Spinner } from '#app/ui/spinner.tsx'
import styles from './auth-callback.module.css'

/** The page that the provider returns to; the session reads the address and navigates on. */
export function AuthCallbackScreen() {
  return (
    <div className={styles['page']}>
      <h1 className="visually-hidden">Sign-in</h1>
      <Spinner label="Signing in…" size={24} />
    </div>
  )
}
