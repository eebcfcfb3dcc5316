import { CalendarClock, CircleHelp, Inbox, LogOut, Repeat2, Settings } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { shortNameOf } from '#core/people/display-name.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { useCommand } from '#app/commands/use-command.ts'
import { sessionStore } from '#app/stores/session-store.ts'
import { Menu } from '#app/ui/menu.tsx'
import type { MenuItem } from '#app/ui/menu-items.tsx'
import { PersonAvatar } from '#app/widgets/person-avatar.tsx'
import styles from './top-bar.module.css'

/** The person's own menu, under their avatar. */
export function ProfileMenu() {
  const { user } = useSnapshot(sessionStore)
  const items = useProfileItems(user?.email ?? '')
  if (user === undefined) return null
  const name = shortNameOf({ fullName: user.displayName, email: user.email })
  return (
    <Menu
      align="end"
      items={items}
      trigger={
        <button type="button" className={styles['profile']} data-tooltip={name}>
          <span className="visually-hidden">{name}, profile menu</span>
          <PersonAvatar userId={user.id} name={user.displayName} imageUrl={user.avatarUrl} size={26} isDecorative />
        </button>
      }
    />
  )
}

function useProfileItems(email: string): readonly MenuItem[] {
  const hasStudio = useSnapshot(sessionStore).currentStudioId !== undefined
  const [feed, timesheet] = [useCommand('go.my-feed'), useCommand('go.timesheet')]
  const [choose, settings, help, signOut] = [
    useCommand('studio.choose').keys,
    useCommand('user.settings').keys,
    useCommand('help.shortcuts').keys,
    useCommand('session.sign-out').keys,
  ]
  const action = (id: string, label: string): Extract<MenuItem, { kind: 'action' }> => ({
    kind: 'action',
    id,
    label,
    onSelect: () => void runCommand(id),
  })
  return [
    { kind: 'heading', id: 'email', label: email },
    ...(hasStudio
      ? ([
          { ...action('go.my-feed', 'My Feed'), keys: feed.keys, icon: <Inbox aria-hidden="true" /> },
          { ...action('go.timesheet', 'Timesheet'), keys: timesheet.keys, icon: <CalendarClock aria-hidden="true" /> },
        ] as const)
      : []),
    { ...action('studio.choose', 'Switch Studio'), keys: choose, icon: <Repeat2 aria-hidden="true" /> },
    { ...action('user.settings', 'Settings'), keys: settings, icon: <Settings aria-hidden="true" /> },
    { ...action('help.shortcuts', 'Help'), keys: help, icon: <CircleHelp aria-hidden="true" /> },
    { kind: 'separator', id: 'end' },
    { ...action('session.sign-out', 'Sign Out'), keys: signOut, icon: <LogOut aria-hidden="true" /> },
  ]
}
