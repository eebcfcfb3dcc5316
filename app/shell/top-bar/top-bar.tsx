import { Bell, CalendarDays, Moon, Rss, Search, Sun, Undo2 } from 'lucide-react'
import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { Link, useLocation } from 'wouter'
import { runCommand } from '#app/commands/run-command.ts'
import { useCommand } from '#app/commands/use-command.ts'
import { findRoute, links } from '#app/routes.ts'
import { accountStore } from '#app/stores/account-store.ts'
import { getSession } from '#app/stores/session-port.ts'
import { findCurrentStudio, sessionStore } from '#app/stores/session-store.ts'
import { uiStore } from '#app/stores/ui-store.ts'
import { Kbd } from '#app/ui/kbd.tsx'
import { Brand } from '#app/widgets/brand.tsx'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { CommandIconButton } from '#app/widgets/command-icon-button.tsx'
import { Breadcrumbs } from './breadcrumbs.tsx'
import { ProfileMenu } from './profile-menu.tsx'
import { SyncState } from './sync-state.tsx'
import styles from './top-bar.module.css'

/** The bar over every screen of a signed-in person. */
export function TopBar() {
  const [path] = useLocation()
  const isInStudio = findCurrentStudio(useSnapshot(sessionStore)) !== undefined
  const { theme } = useSnapshot(uiStore)

  useEffect(() => {
    // The current studio follows the address, even through a link from another studio.
    void getSession().followAddress(path)
  }, [path])

  return (
    <header className={styles['bar']}>
      <div className={styles['side']}>
        <Link className={styles['brand']} to={links.home()} aria-label="Xsheet, home">
          <Brand isNameHidden={isInStudio} />
        </Link>
        <Breadcrumbs />
      </div>
      {isInStudio && <SearchButton />}
      <div className={styles['tools']}>
        <SyncState />
        {isInStudio && <TimelineButton isOnTimeline={findRoute(path)?.name === 'timeline'} />}
        <CommandIconButton
          command="view.theme"
          label={theme === 'dark' ? 'Switch to light' : 'Switch to dark'}
          icon={theme === 'dark' ? <Sun aria-hidden="true" /> : <Moon aria-hidden="true" />}
        />
        {isInStudio && <CommandIconButton command="feed.studio" icon={<Rss aria-hidden="true" />} />}
        {isInStudio && <NotificationBell />}
        <ProfileMenu />
      </div>
    </header>
  )
}

function SearchButton() {
  const { keys, ariaKeys } = useCommand('palette.toggle')
  return (
    <button
      type="button"
      className={styles['search']}
      aria-keyshortcuts={ariaKeys}
      onClick={() => void runCommand('palette.toggle')}
    >
      <Search aria-hidden="true" />
      <span className={styles['placeholder']}>Search or run a command</span>
      {keys !== undefined && <Kbd>{keys}</Kbd>}
    </button>
  )
}

function TimelineButton({ isOnTimeline }: { readonly isOnTimeline: boolean }) {
  return (
    <CommandButton
      command="go.timeline"
      className={styles['timeline']}
      hasKeyHint={false}
      icon={isOnTimeline ? <Undo2 aria-hidden="true" /> : <CalendarDays aria-hidden="true" />}
    >
      {isOnTimeline ? 'Return' : 'Timeline'}
    </CommandButton>
  )
}

function NotificationBell() {
  const { unreadCount } = useSnapshot(accountStore)
  return (
    <CommandIconButton
      command="notifications.open"
      label={unreadCount === 0 ? 'View my updates' : `View my updates, ${unreadCount} unread`}
      count={unreadCount}
      icon={<Bell aria-hidden="true" />}
    />
  )
}
