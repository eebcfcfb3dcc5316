import { useEffect, useState } from 'react'
import { toId, type MediaId, type ReviewSessionId, type StudioId } from '#core/lib/ids.ts'
import type { TogetherView } from '#core/reviews/together/together.ts'
import type { ReviewSessionRow } from '#core/schema/review-sessions.ts'
import type { StudioClient } from '#core/sync/studio-client.ts'
import { getMediaUrls } from '#app/widgets/client-media-urls.ts'
import { useClient } from '#app/widgets/use-client.ts'
import { listenToRoom } from './heard-rooms.ts'

export type RunningRooms = ReadonlyMap<ReviewSessionId, TogetherView>

/** Of how many sessions, the newest, the list says whether they are running. */
const mostHeard = 3

/**
 * Listens to the rooms of the newest open sessions, and fetches what is shown there: somebody who is called into a
 * running room then waits only for the film.
 */
export function useRunningRooms(sessions: readonly ReviewSessionRow[] | undefined): RunningRooms {
  const { client, studio } = useClient()
  const [views, setViews] = useState<RunningRooms>(new Map())
  const mayLead = studio?.can('create') === true
  const studioId = studio?.studioId
  const open = sessions?.filter(({ isLocked }) => !isLocked) ?? []
  const ids = open
    .slice(0, mostHeard)
    .map(({ id }) => id)
    .join(' ')
  useEffect(() => {
    if (client === undefined || studioId === undefined || ids === '') return undefined
    const stops = ids.split(' ').map((id) => {
      const sessionId = toId<ReviewSessionId>(id)
      const fetchLed = fetchOnce({ client, studioId, sessionId })
      return listenToRoom({ client, sessionId, mayLead }, ({ together }) => {
        setViews((before) => withView(before, sessionId, together.get()))
        const led = together.findLed()
        if (led?.entryId !== undefined) fetchLed(led.entryId, led.mediaId)
      })
    })
    return () => {
      for (const stop of stops) stop()
    }
  }, [client, studioId, ids, mayLead])
  return views
}

/** Sets the view of a room; the same map while its people and leader are, wherever the leader goes. */
function withView(before: RunningRooms, sessionId: ReviewSessionId, view: TogetherView): RunningRooms {
  const was = before.get(sessionId)
  const isSame = was?.people === view.people && was.leader === view.leader
  return isSame ? before : new Map(before).set(sessionId, view)
}

type Place = { readonly client: StudioClient; readonly studioId: StudioId; readonly sessionId: ReviewSessionId }

/** Fetches what a room shows, whenever that is another entry or file. */
function fetchOnce(place: Place): (entryId: string, mediaId: string | undefined) => void {
  let [entry, media] = ['', '']
  return (entryId, mediaId = '') => {
    if (mediaId !== '' && mediaId !== media) getMediaUrls(place.client).get(toId<MediaId>(mediaId))
    if (entryId !== entry) void fetchEntry(place, entryId)
    ;[entry, media] = [entryId, mediaId]
  }
}

async function fetchEntry({ client, studioId, sessionId }: Place, entryId: string): Promise<void> {
  const letGo = client.hold(`review:${sessionId}`)
  try {
    const { replica } = await client.openReview({ studioId, sessionId })
    const entry = replica.find('review_entries', entryId)
    if (entry === undefined) return
    await Promise.all([client.prefetch(`space:${entry.spaceId}`), client.prefetch(`item:${entry.itemId}`)])
  } catch {
    // The room opens it again, and reports its error.
  } finally {
    letGo()
  }
}
