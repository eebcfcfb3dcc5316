import { useSyncExternalStore } from 'react'
import { formatBytes } from '#core/lib/format-bytes.ts'
import { runCommand } from '#app/commands/run-command.ts'
import type { KeptSession } from '#app/lib/kept-files.ts'
import { keptStore, sizesOf } from '#app/stores/kept-store.ts'
import { Button } from '#app/ui/button.tsx'
import styles from './user-settings.module.css'

/** The review sessions whose films are kept on this device, with their sizes; nothing if there are none. */
export function KeptPanel() {
  const { sessions } = useSyncExternalStore(keptStore.subscribe, keptStore.get)
  if (sessions.length === 0) return null
  return (
    <section className={styles['choices']} aria-label="Reviews on this device">
      <h3 className={styles['heading']}>Reviews on this device</h3>
      <p className={styles['hint']}>They play offline. Signing out removes them.</p>
      <ul className={styles['kept']}>
        {sessions.map((session) => (
          <Kept key={session.sessionId} session={session} />
        ))}
      </ul>
    </section>
  )
}

function Kept({ session }: { readonly session: KeptSession }) {
  const { here, all, hereBytes } = sizesOf(session)
  const films = session.films === 'proxies' ? 'Proxies' : 'Originals'
  return (
    <li className={styles['digest']}>
      <span className={styles['texts']}>
        <span>{session.name}</span>
        <span className={styles['hint']}>
          {[films, formatBytes(hereBytes), ...(here === all ? [] : [`${here} of ${all} files`])].join(' · ')}
        </span>
      </span>
      <Button
        size="small"
        aria-label={`Remove ${session.name} from this device`}
        onClick={() => void runCommand('user.remove-kept', { args: [session.sessionId] })}
      >
        Remove
      </Button>
    </li>
  )
}
