import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import type { LinkContent } from '#core/casting/item-links.ts'
import { openProjectLinks } from '#app/widgets/project-links/open-project-links.ts'
import {
  endWaiting,
  isCastMissing,
  isWholeCastWanted,
  onSpacesWanted,
  openWantedSpaces,
  setPopupCast,
  toPopupCast,
  type FoundLinks,
  type PopupCast,
} from './popup-cast.ts'
import { findPopup, type PopupModel } from './popup-store.ts'

/**
 * Opens the cast and uses of the item in view once the item itself has loaded: the project's links, and the spaces of
 * linked items.
 */
export function usePopupCast(model: PopupModel): PopupCast | undefined {
  const { client, studio, space, row } = model
  const projectId = studio.replica.find('spaces', space.spaceId)?.projectId
  const isReady = model.item !== undefined
  const [found, setFound] = useState<FoundLinks>()

  // An effect, since what it opens has to be closed again.
  useEffect(() => {
    if (!isReady || projectId === undefined) return undefined
    let latest: LinkContent | undefined
    return openProjectLinks(
      { client, studio, space, projectId },
      {
        isWanting: () => {
          const itemId = findPopup()?.row.id
          return isWholeCastWanted() || (latest !== undefined && itemId !== undefined && isCastMissing(latest, itemId))
        },
        isOfAll: false,
        show: (next) => {
          latest = next
          setFound(next && { content: next, hasFailed: false })
        },
        fail: () => {
          endWaiting()
          setFound((before) => before && { ...before, hasFailed: true })
        },
        listen: onSpacesWanted,
      },
    )
  }, [client, studio, space, projectId, isReady])

  useVersions(found?.content)
  const cast = found && toPopupCast(model, found)
  useLayoutEffect(() => setPopupCast(cast))
  useEffect(() => () => setPopupCast(undefined), [])
  // Another item may be linked to items in other spaces.
  useEffect(openWantedSpaces, [row.id])
  return cast
}

/** Renders again when a link or a linked item changes. */
function useVersions(found: LinkContent | undefined): void {
  useSyncExternalStore(
    (listener) => {
      const stops = listReplicas(found).map((replica) => replica.subscribe(listener))
      return () => stops.forEach((stop) => stop())
    },
    () => listReplicas(found).reduce((sum, replica) => sum + replica.getVersion(), 0),
  )
}

function listReplicas(found: LinkContent | undefined) {
  if (found === undefined) return []
  return [found.casting.replica, ...found.spaces.map(({ replica }) => replica)]
}
