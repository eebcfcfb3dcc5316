import { useEffect, useMemo } from 'react'
import { useSnapshot } from 'valtio'
import { macrosOf } from '#core/people/macros.ts'
import { paletteSources } from '#app/commands/palette-source.ts'
import { useCommands } from '#app/commands/use-commands.ts'
import { macroStore } from '#app/stores/macro-store.ts'
import { layerStack } from '#app/stores/layer-store.ts'
import { useClient, useIsStudioGone } from '#app/widgets/use-client.ts'
import { accountStore, closeAccountDialog } from '#app/stores/account-store.ts'
import { settingsStore } from '#app/features/studio-settings/settings-store.ts'
import { feedOpenCommands } from '#app/features/feed/feed-open-commands.ts'
import { feedStore } from '#app/features/feed/feed-store.ts'
import { studioSettingsCommands } from '#app/features/studio-settings/studio-settings-commands.ts'
import { usePopupWanted } from '#app/features/task-popup/use-popup-wanted.ts'
import { uploadsCommands } from '#app/features/uploads/uploads-commands.ts'
import { uploadsStore } from '#app/features/uploads/uploads-store.ts'
import { later } from '#app/ui/later.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { keySettingsCommands } from '#app/features/key-settings/key-settings-commands.ts'
import { makeItemSource } from './palette/item-source.ts'
import { sentenceCommands, toMacroCommands } from './palette/sentence/sentence-commands.ts'
import { startItemSearch } from './palette/start-item-search.ts'
import { serverSource } from './palette/server-source.ts'
import { studioSource } from './palette/studio-source.ts'
import { placeCommands } from './place-commands.ts'
import { changesCommands } from './top-bar/changes-commands.ts'
import { topBarCommands } from './top-bar/top-bar-commands.ts'
import { TopBar } from './top-bar/top-bar.tsx'
import { useAppBadge } from './use-app-badge.ts'
import { useVisitedPlaces } from './use-visited-places.ts'

const TaskPopupHost = later(async () => (await import('#app/features/task-popup/task-popup-host.tsx')).TaskPopupHost)
const SwitchStudioDialog = later(
  async () => (await import('#app/features/studios/switch-studio-dialog.tsx')).SwitchStudioDialog,
)
const UserSettingsDialog = later(
  async () => (await import('#app/features/user-settings/user-settings-dialog.tsx')).UserSettingsDialog,
)
const StudioSettingsDialog = later(
  async () => (await import('#app/features/studio-settings/studio-settings-dialog.tsx')).StudioSettingsDialog,
)
const KeySettingsDialog = later(
  async () => (await import('#app/features/key-settings/key-settings-dialog.tsx')).KeySettingsDialog,
)
const FeedPanel = later(async () => (await import('#app/features/feed/feed-panel.tsx')).FeedPanel)
const UploadsPanel = later(async () => (await import('#app/features/uploads/uploads-panel.tsx')).UploadsPanel)
const SignOutDialog = later(async () => (await import('./sign-out-dialog.tsx')).SignOutDialog)

/** Surrounds every screen of a signed-in person: the top bar, their own pop-ups and what the palette finds. */
export function SignedInFrame() {
  useCommands(topBarCommands)
  useCommands(changesCommands)
  useCommands(uploadsCommands)
  useCommands(studioSettingsCommands)
  useCommands(feedOpenCommands)
  useCommands(placeCommands)
  useCommands(keySettingsCommands)
  useCommands(sentenceCommands)
  const { macros } = useSnapshot(macroStore)
  const studioId = useClient().studio?.studioId
  useCommands(useMemo(() => toMacroCommands(macrosOf(macros, studioId)), [macros, studioId]))
  useVisitedPlaces()
  useAppBadge()
  const { dialog } = useSnapshot(accountStore)
  const isFeedOpen = useSnapshot(feedStore).isOpen
  const areUploadsOpen = useSnapshot(uploadsStore).isOpen
  const areSettingsOpen = useSnapshot(settingsStore).isOpen
  const isGone = useIsStudioGone()

  useEffect(() => {
    const items = makeItemSource(startItemSearch)
    const remove = [studioSource, items, serverSource].map((source) => paletteSources.add(source))
    return () => {
      items.close()
      for (const away of remove) away()
    }
  }, [])

  const replica = useClient().studio?.replica
  useEffect(() => {
    let last = replica?.getState()
    return replica?.subscribe(() => {
      const state = replica.getState()
      if (state === 'gone' && last !== state) closeEverything()
      last = state
    })
  }, [replica])

  return (
    <>
      <TopBar />
      <ErrorBoundary>{!isGone && <PopupSlot />}</ErrorBoundary>
      {dialog === 'switch-studio' && <SwitchStudioDialog onClose={() => closeAccountDialog('switch-studio')} />}
      {dialog === 'user-settings' && <UserSettingsDialog onClose={() => closeAccountDialog('user-settings')} />}
      {isFeedOpen && !isGone && <FeedPanel />}
      {areUploadsOpen && !isGone && <UploadsPanel />}
      {areSettingsOpen && !isGone && <StudioSettingsDialog />}
      {dialog === 'key-settings' && <KeySettingsDialog onClose={() => closeAccountDialog('key-settings')} />}
      {dialog === 'sign-out' && <SignOutDialog onClose={() => closeAccountDialog('sign-out')} />}
    </>
  )
}

/**
 * Closes everything open over the screens of a studio that is gone, before the studio is removed: if the person is let
 * in again, nothing they left long ago is still open. Account dialogs stay.
 */
function closeEverything(): void {
  if (accountStore.dialog !== undefined) return
  for (const layer of layerStack.layers().toReversed()) layer.close?.()
}

/** Separate, so that opening an item does not redraw the frame. */
function PopupSlot() {
  return usePopupWanted() && <TaskPopupHost />
}
