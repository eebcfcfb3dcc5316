import { UserPlus } from 'lucide-react'
import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { roleNames } from '#core/domain/role-permission.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { useKeptFocus } from '#app/ui/use-kept-focus.ts'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { PersonAvatar } from '#app/widgets/person-avatar.tsx'
import { roleTitles } from './role-titles.ts'
import { settingsStore } from './settings-store.ts'
import styles from './studio-settings.module.css'

const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric' })

/** Whom somebody removed, to let them in again with the role they had; only people below one's own role are listed. */
export function RemovedList() {
  const { removed } = useSnapshot(settingsStore)
  const list = useKeptFocus<HTMLElement>()

  useEffect(() => void runCommand('member.list-removed'), [])

  if (removed === undefined || removed.length === 0) return null
  return (
    <section aria-label="Removed members" ref={list}>
      <header className={styles['listHeader']}>
        <h3 className={styles['heading']}>Removed</h3>
        <span className={styles['note']}>{removed.length}</span>
      </header>
      <ul className={styles['rows']}>
        {removed.map(({ userId, displayName, email, avatarUrl, role, removedAt }) => (
          <li key={userId} className={styles['member']} data-focus-row="">
            <PersonAvatar userId={userId} name={displayName} imageUrl={avatarUrl} size={26} isDecorative />
            <div className={styles['person']}>
              <span className={styles['personName']}>{displayName}</span>
              <span className={styles['note']}>
                {email}, removed {day.format(removedAt)}
              </span>
            </div>
            <span className={styles['roleName']}>{titleOf(role)}</span>
            <CommandButton
              command="member.readmit"
              args={[userId]}
              size="small"
              icon={<UserPlus aria-hidden="true" />}
              aria-label={`Let ${displayName} in again`}
            >
              Let in again
            </CommandButton>
          </li>
        ))}
      </ul>
    </section>
  )
}

function titleOf(role: string): string {
  const known = roleNames.find((name) => name === role)
  return known === undefined ? role : roleTitles[known]
}
