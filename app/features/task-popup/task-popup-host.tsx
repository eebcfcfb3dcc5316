import { useEffect } from 'react'
import { useLocation, useSearch } from 'wouter'
import { readPopup, withoutPopup, withPopup } from '#app/lib/popup-address.ts'
import { findRoute } from '#app/routes.ts'
import { replaceSearch } from './popup-store.ts'
import { TaskPopup } from './task-popup.tsx'

const spaceRoutes: readonly string[] = ['space', 'spaces', 'illustration']

/** Opens the popup while the address of a space names an item. */
export function TaskPopupHost() {
  const [path] = useLocation()
  const search = useSearch()
  const address = readPopup(search)
  const isOldAddress = new URLSearchParams(search).has('shot')

  useEffect(() => {
    // What older addresses called the item is taken out.
    if (!isOldAddress) return
    const popup = readPopup(location.search)
    replaceSearch(popup === undefined ? withoutPopup(location.search) : withPopup(location.search, popup))
  }, [isOldAddress])

  if (address === undefined || !spaceRoutes.includes(findRoute(path)?.name ?? '')) return null
  return <TaskPopup path={path} address={address} />
}
