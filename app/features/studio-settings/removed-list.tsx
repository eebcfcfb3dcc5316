import { roleNames } from '#core/schema/user-roles.ts'
import { UserPlus } from 'lucide-react'
import { removedMembersQuery } from '#core/access/queries.ts'
import type { StudioId } from '#core/lib/ids.ts'
import { useKeptFocus } from '#app/ui/use-kept-focus.ts'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { LastState } from '#app/widgets/last-state.tsx'
import { PersonAvatar } from '#app/widgets/person-avatar.tsx'
import { usePage } from '#app/widgets/use-page.ts'
import { roleTitles } from './role-titles.ts'
import styles from './studio-settings.module.css'

const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric' })

/**
 * People removed from the studio, who can be let in again with their former role. Lists only those below one's own
 * role.
 */
export function RemovedList({ studioId }: { readonly studioId: StudioId }) {
  const { rows, asOf } = usePage(removedMembersQuery({ studioId }), 'Who was removed could not be loaded')
  const list = useKeptFocus<HTMLElement>()

  if (rows.length === 0) return null
  return (
    <section aria-label="Removed members" ref={list}>
      <header className={styles['listHeader']}>
        <h3 className={styles['heading']}>Removed</h3>
        <span className={styles['note']}>{rows.length}</span>
        <LastState asOf={asOf} />
      </header>
      <ul className={styles['rows']}>
        {rows.map(({ userId, displayName, email, avatarUrl, role, removedAt }) => (
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
              aria-label={`Readmit ${displayName}`}
            >
              Readmit
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
