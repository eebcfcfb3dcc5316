import { useSnapshot } from 'valtio'
import { avatarColorOf, initialsOf } from '#core/studios/palette.ts'
import { runCommand } from '#app/commands/run-command.ts'
import type { DeepReadonly } from '#app/lib/deep-readonly.ts'
import type { DemoAccount } from '#app/stores/config-store.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { localAccountStore } from './local-account-store.ts'
import styles from './log-in-dialog.module.css'

type DemoAccountsProps = {
  readonly accounts: DeepReadonly<readonly DemoAccount[]>
}

/** The demo studio's people, to sign in as. */
export function DemoAccounts({ accounts }: DemoAccountsProps) {
  const { demoError: error } = useSnapshot(localAccountStore)
  return (
    <section aria-label="Demo accounts">
      <p className={styles['divider']}>or look around the demo studio as</p>
      <ul className={styles['accounts']}>
        {accounts.map(({ id = '', email, name, role }) => (
          <li key={email}>
            <button
              type="button"
              className={styles['account']}
              onClick={() => void runCommand('session.demo-account', { args: [email] })}
            >
              <Avatar
                name={name}
                initials={initialsOf(name)}
                color={avatarColorOf(id === '' ? email : id)}
                size={24}
                isDecorative
              />
              <span className={styles['name']}>{name}</span>
              <Badge>{role}</Badge>
            </button>
          </li>
        ))}
      </ul>
      {error !== undefined && (
        <p role="alert" className={styles['error']}>
          {error}
        </p>
      )}
    </section>
  )
}
