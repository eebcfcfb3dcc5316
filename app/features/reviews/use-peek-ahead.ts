import { useEffect, useEffectEvent, useRef } from 'react'
import { findShownFile } from '#core/reviews/find-shown-file.ts'
import { shownFileOf } from '#core/revisions/shown-file.ts'
import { getMediaUrls } from '#app/widgets/client-media-urls.ts'
import type { RoomEntry, RoomModel } from './room-model.ts'

/** Which entries after the shown one are peeked at; nearer ones are loaded with their films anyway. */
const from = 3
const to = 6

/**
 * Opens the items of coming entries once and requests their films' addresses, so that someone moving on quickly waits
 * only for the film. They are not kept open: each would be pulled with every note.
 */
export function usePeekAhead(model: RoomModel): void {
  const { client, studio, space, entries, at, item } = model
  const seen = useRef(new Set<string>())
  const soon = item === undefined ? [] : entries.slice(at + from, at + to + 1).filter(({ task }) => task !== undefined)
  const peek = useEffectEvent(async ({ entry, task }: RoomEntry) => {
    const { spaceId, itemId } = entry
    const letGo = client.hold(`item:${itemId}`)
    try {
      const opened = await client.openItem({ studioId: studio.studioId, spaceId, itemId })
      const content = findShownFile({ entry, task }, { space, item: opened })
      if (content.kind === 'file') getMediaUrls(client).get(shownFileOf(content.media)?.id ?? content.media.id)
    } catch {
      // It is opened again when it comes near, and reports its error then.
    } finally {
      letGo()
    }
  })
  const keys = soon.map(({ entry }) => entry.id).join(' ')
  useEffect(() => {
    for (const one of soon.filter(({ entry }) => !seen.current.has(entry.id))) {
      seen.current.add(one.entry.id)
      void peek(one)
    }
    // oxlint-disable-next-line react/exhaustive-deps -- the keys stand for the entries
  }, [keys])
}
