import { messages } from '#core/lib/messages.ts'
import styles from './server-away.module.css'

/** In place of the ways to sign in, while the deployment cannot be asked which it has. */
export function ServerAway() {
  return <output className={styles['away']}>{messages['server-unavailable']} This page retries automatically.</output>
}
