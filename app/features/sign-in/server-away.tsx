import { messages } from '#core/lib/messages.ts'
import styles from './server-away.module.css'

/** Stands in for the ways to sign in while the server cannot say which it has. */
export function ServerAway() {
  return <output className={styles['away']}>{messages['server-unavailable']} This page retries automatically.</output>
}
