import { useEffect } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useCommands } from '#app/commands/use-commands.ts'
import { readPopup, withoutPopup, withPopup } from '#app/lib/popup-address.ts'
import { findRoute } from '#app/routes.ts'
import { HistoryDialog } from '#app/widgets/event-list/history-dialog.tsx'
import { useViewerKeys } from '#app/widgets/media-viewer/use-viewer-keys.ts'
import { castCommands } from './cast-commands.ts'
import { commentCommands } from './comment-commands.ts'
import { drawingCommands } from './drawing-commands.ts'
import { fieldCommands } from './field-commands.ts'
import { historyCommands } from './history-commands.ts'
import { popupCommands } from './popup-commands.ts'
import { valueCommands } from './value-commands.ts'
import { PopupWarmer } from './popup-warmer.tsx'
import { replaceSearch } from './popup-store.ts'
import { taskActions } from './task-actions.ts'
import { TaskPopup } from './task-popup.tsx'

const commands = [
  ...popupCommands,
  ...taskActions,
  ...commentCommands,
  ...valueCommands,
  ...drawingCommands,
  ...historyCommands,
  ...fieldCommands,
  ...castCommands,
]
const spaceRoutes: readonly string[] = ['space', 'spaces', 'illustration', 'timeline', 'assets', 'casting', 'tasks']

/** Opens the popup while the address of a page with items names one. */
export function TaskPopupHost() {
  const [path] = useLocation()
  const search = useSearch()
  const address = readPopup(search)
  // Registered before the popup opens, so that opening renders every button once; until then their scope keeps them
  // inactive.
  useCommands(commands)
  useViewerKeys()
  const isOldAddress = new URLSearchParams(search).has('shot')

  useEffect(() => {
    // Removes the parameter that named the item in older addresses.
    if (!isOldAddress) return
    const popup = readPopup(location.search)
    replaceSearch(popup === undefined ? withoutPopup(location.search) : withPopup(location.search, popup))
  }, [isOldAddress])

  if (!spaceRoutes.includes(findRoute(path)?.name ?? '')) return null
  return (
    <>
      <PopupWarmer path={path} search={search} />
      {address !== undefined && <TaskPopup path={path} address={address} />}
      <HistoryDialog />
    </>
  )
}
