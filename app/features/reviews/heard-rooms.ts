import type { ReviewSessionId } from '#core/lib/ids.ts'
import { joinRoom } from '#core/reviews/join-room.ts'
import { makeStrokeTracker } from '#core/reviews/together/live-strokes.ts'
import type { StudioClient } from '#core/sync/studio-client.ts'
import type { JoinedRoom } from './together-store.ts'

type Place = {
  readonly client: StudioClient
  readonly sessionId: ReviewSessionId
  readonly mayLead: boolean
}

type Heard = JoinedRoom & { readonly place: Place; leaving?: ReturnType<typeof setTimeout> }

/** How long a room is still listened to, in case this window enters it: its screen takes a moment to open. */
const keptMs = 3000

const heard = new Map<ReviewSessionId, Heard>()

/** Listens to a room, unseen, until the returned function is called. */
export function listenToRoom(place: Place, onChange: (room: JoinedRoom) => void): () => void {
  const { sessionId } = place
  const room = takeHeard(place) ?? join(place)
  const listened: Heard = { ...room, place }
  heard.set(sessionId, listened)
  const stop = room.together.subscribe(() => onChange(room))
  onChange(room)
  return () => {
    stop()
    listened.leaving = setTimeout(() => {
      if (heard.get(sessionId) !== listened) return
      heard.delete(sessionId)
      room.together.close()
    }, keptMs)
  }
}

/** Enters a room: the one already listened to, whose leader and clock are known, or by joining it. */
export function enterRoom(place: Place): JoinedRoom {
  const room = takeHeard(place) ?? join(place)
  room.together.enter()
  return room
}

function takeHeard({ client, sessionId, mayLead }: Place): JoinedRoom | undefined {
  const found = heard.get(sessionId)
  if (found === undefined) return undefined
  heard.delete(sessionId)
  clearTimeout(found.leaving)
  const { together, tracker, place } = found
  if (place.client === client && place.mayLead === mayLead) return { together, tracker }
  together.close()
  return undefined
}

function join({ client, sessionId, mayLead }: Place): JoinedRoom {
  const tracker = makeStrokeTracker({ author: client.userId, newId: () => crypto.randomUUID() })
  return { tracker, together: joinRoom({ sessionId, mayLead, ownStrokes: tracker.tellAll }, client) }
}
