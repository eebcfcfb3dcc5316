import { useEffect, useSyncExternalStore } from 'react'
import { subscribe } from 'valtio/vanilla'
import { replaceDrawing, type Drawing } from '#core/comments/drawing.ts'
import { toId, type MediaId, type ReviewSessionId, type TaskId } from '#core/lib/ids.ts'
import type { TogetherView } from '#core/reviews/together/together.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import type { StudioClient } from '#core/sync/studio-client.ts'
import { getMediaUrls } from '#app/widgets/client-media-urls.ts'
import { composerStore, getDraft } from '#app/widgets/comments/composer-store.ts'
import { drawingStore } from '#app/widgets/media-viewer/drawing-store.ts'
import { driveRoom } from './drive-room.ts'
import { enterRoom } from './heard-rooms.ts'
import type { RoomEntry } from './room-model.ts'
import { findRoom } from './room-store.ts'
import { watchLeadRequests } from './watch-lead-requests.ts'
import { togetherStore, type JoinedRoom } from './together-store.ts'

/** The least time between updates of a growing stroke. */
const strokeMs = 70

type Joining = {
  readonly client: StudioClient | undefined
  readonly studio: StudioReplica | undefined
  /** Undefined if nobody takes part: on the session's notes, or if it cannot be opened. */
  readonly sessionId: ReviewSessionId | undefined
  /** A projector's screen never leads. */
  readonly isWatching: boolean
}

/**
 * Joins a session's room while its entries are still loading, so that someone who comes late knows by then where the
 * leader is, and has requested the address of their film.
 */
export function useJoinedRoom({ client, studio, sessionId, isWatching }: Joining): void {
  const mayLead = studio?.can('create') === true && !isWatching
  const isOpen = studio !== undefined
  useEffect(() => {
    if (client === undefined || !isOpen || sessionId === undefined) return undefined
    const joined = enterRoom({ client, sessionId, mayLead })
    const { together } = joined
    const stopAsking = watchLeadRequests(together)
    const stopFetching = together.subscribe(() => {
      const mediaId = together.findLed()?.mediaId
      if (mediaId !== undefined) getMediaUrls(client).get(toId<MediaId>(mediaId))
    })
    togetherStore.set(joined)
    return () => {
      stopFetching()
      stopAsking()
      togetherStore.set(undefined)
      together.close()
    }
  }, [client, isOpen, sessionId, mayLead])
}

/** Keeps the open room in step, and tells others what is drawn here. */
export function useTogether(show: (entry: RoomEntry) => void): void {
  const joined = useSyncExternalStore(togetherStore.subscribe, togetherStore.findJoined)
  useEffect(() => (joined === undefined ? undefined : sendDrawings(joined)), [joined])
  useEffect(() => driveRoom({ findTogether: togetherStore.find, findRoom, show }), [show])
}

/** Returns the state of the room; renders again when it changes. */
export function useTogetherView(): TogetherView | undefined {
  return useSyncExternalStore(togetherStore.subscribe, togetherStore.getView)
}

/** Shares what is drawn here while it is drawn, and until it is posted. */
function sendDrawings({ together, tracker }: JoinedRoom): () => void {
  let waiting: ReturnType<typeof setTimeout> | undefined
  const tell = (): void => {
    waiting ??= setTimeout(() => {
      waiting = undefined
      together.draw(tracker.tell(listOwnDrawings()))
    }, strokeMs)
  }
  const stops = [drawingStore.subscribe(tell), subscribe(composerStore.drafts, tell)]
  tell()
  return () => {
    clearTimeout(waiting)
    for (const stop of stops) stop()
  }
}

/** Lists the drawings in drafts of the session's tasks, with the one being drawn. */
function listOwnDrawings(): readonly Drawing[] {
  const session = drawingStore.get()
  const tasks = new Set<TaskId>((findRoom()?.entries ?? []).map(({ entry }) => entry.taskId))
  return [...tasks].flatMap((taskId) => {
    const { drawings } = getDraft(taskId)
    if (session?.target.kind !== 'draft' || session.target.taskId !== taskId) return drawings
    const { mediaId, frame, shapes, begun } = session
    return replaceDrawing(drawings, { mediaId, frame, shapes: begun === undefined ? shapes : [...shapes, begun] })
  })
}
