import type { MediaRow } from '#core/schema/media.ts'
import { useEffect } from 'react'
import { mediaKindOf } from '#core/revisions/media-kind.ts'
import { parseCellKey } from '#core/lib/selection-range.ts'
import type { ItemReplica } from '#core/revisions/item-replica.ts'
import type { SpaceReplica } from '#core/items/space-replica.ts'
import { getMediaUrls } from '#app/widgets/client-media-urls.ts'
import { decodeAhead } from './decode-ahead.ts'
import { useClient } from '#app/widgets/use-client.ts'
import { findSpaceOfPath } from './find-space.ts'
import { findItem } from './resolve-popup.ts'
import { holdItem, leaveItem, rememberSpace } from './warm-items.ts'

// Ignores a pointer that only passes over a row.
const restMs = 90

type PopupWarmerProps = { readonly path: string; readonly search: string }

/** Preloads what the popup would show of the focused or hovered item, so that it opens within a frame. */
export function PopupWarmer({ path, search }: PopupWarmerProps) {
  const { client, studio } = useClient()
  const place = studio === undefined ? undefined : findSpaceOfPath(path, studio, search)?.space
  const spaceId = place?.id
  const studioId = studio?.studioId

  useEffect(() => {
    if (client === undefined || studioId === undefined || spaceId === undefined) return undefined
    const urls = getMediaUrls(client)
    let wanted: string | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let stopDecoding = (): void => undefined
    const warm = async (name: string): Promise<void> => {
      const space = await rememberSpace(client, { studioId, spaceId })
      const row = findItem(space, name)
      if (row === undefined) return
      const item = await holdItem(client, { studioId, spaceId, itemId: row.id })
      leaveItem(client, row.id)
      const files = filmsAndPictures(space, item)
      // Requested in the same turn, their addresses come in one request.
      for (const { id } of files) urls.get(id)
      stopDecoding()
      stopDecoding = decodeAhead(
        urls,
        files.flatMap(({ posterMediaId }) => posterMediaId ?? []),
      )
    }
    const notice = ({ target }: Pick<Event, 'target'>): void => {
      const name = target instanceof Element ? nameOfRow(target) : undefined
      if (name === undefined || name === wanted) return
      wanted = name
      clearTimeout(timer)
      // Without a network nothing can be preloaded; if the popup opens, it says so.
      timer = setTimeout(() => void warm(name).catch(() => undefined), restMs)
    }
    for (const type of ['focusin', 'pointerover'] as const) document.addEventListener(type, notice, { passive: true })
    notice({ target: document.activeElement })
    return () => {
      clearTimeout(timer)
      stopDecoding()
      for (const type of ['focusin', 'pointerover'] as const) document.removeEventListener(type, notice)
    }
  }, [client, studioId, spaceId])
  return null
}

/** Returns the item of a grid row or card. */
function nameOfRow(element: Element): string | undefined {
  const row = element.closest<HTMLElement>('[data-item], [data-card]')
  const card = row?.dataset['card']
  return row?.dataset['item'] ?? (card === undefined ? undefined : parseCellKey(card).itemId)
}

/** Returns the file that each task of an item shows first. */
function filmsAndPictures(space: SpaceReplica, item: ItemReplica): readonly MediaRow[] {
  return space.getTasks(item.itemId).flatMap((task) => {
    const version = item.getVersions(task.id)[0]
    const media = version && item.getVersionMedia(version.id)[0]
    const isSeen = media !== undefined && ['video', 'image'].includes(mediaKindOf(media.contentType))
    return isSeen ? [media] : []
  })
}
