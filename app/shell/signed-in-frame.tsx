import { lazy, Suspense, useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { useSearch } from 'wouter'
import { paletteSources } from '#app/commands/palette-source.ts'
import { useCommands } from '#app/commands/use-commands.ts'
import { accountStore, closeAccountDialog } from '#app/stores/account-store.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { makeItemSource } from './palette/item-source.ts'
import { startItemSearch } from './palette/start-item-search.ts'
import { studioSource } from './palette/studio-source.ts'
import { placeCommands } from './place-commands.ts'
import { changesCommands } from './top-bar/changes-commands.ts'
import { topBarCommands } from './top-bar/top-bar-commands.ts'
import { TopBar } from './top-bar/top-bar.tsx'
import { useVisitedPlaces } from './use-visited-places.ts'

const TaskPopupHost = lazy(async () => ({
  default: (await import('#app/features/task-popup/task-popup-host.tsx')).TaskPopupHost,
}))
const SwitchStudioDialog = lazy(async () => ({
  default: (await import('#app/features/studios/switch-studio-dialog.tsx')).SwitchStudioDialog,
}))
const UserSettingsDialog = lazy(async () => ({
  default: (await import('#app/features/user-settings/user-settings-dialog.tsx')).UserSettingsDialog,
}))
const SignOutDialog = lazy(async () => ({ default: (await import('./sign-out-dialog.tsx')).SignOutDialog }))

/** What surrounds every screen of whoever is signed in: the top bar, their own pop-ups, what the palette finds. */
export function SignedInFrame() {
  useCommands(topBarCommands)
  useCommands(changesCommands)
  useCommands(placeCommands)
  useVisitedPlaces()
  const { dialog } = useSnapshot(accountStore)
  // `shot` is what older addresses call it.
  const hasItem = /(?:^|&)(?:item|shot)=/.test(useSearch())

  useEffect(() => {
    const items = makeItemSource(startItemSearch)
    const remove = [studioSource, items].map((source) => paletteSources.add(source))
    return () => {
      items.close()
      for (const away of remove) away()
    }
  }, [])

  return (
    <>
      <TopBar />
      <ErrorBoundary>
        <Suspense>{hasItem && <TaskPopupHost />}</Suspense>
      </ErrorBoundary>
      <Suspense>
        {dialog === 'switch-studio' && <SwitchStudioDialog onClose={closeAccountDialog} />}
        {dialog === 'user-settings' && <UserSettingsDialog onClose={closeAccountDialog} />}
        {dialog === 'sign-out' && <SignOutDialog onClose={closeAccountDialog} />}
      </Suspense>
    </>
  )
}
