import { useEffect, useSyncExternalStore } from 'react'
import { subscribe } from 'valtio/vanilla'
import { replaceDrawing, type Drawing } from '#core/comments/drawing.ts'
import type { TaskId } from '#core/lib/ids.ts'
import { joinRoom } from '#core/reviews/join-room.ts'
import { makeStrokeTeller } from '#core/reviews/together/live-strokes.ts'
import type { Together, TogetherView } from '#core/reviews/together/together.ts'
import { composerStore, getDraft } from '#app/widgets/comments/composer-store.ts'
import { drawingStore } from '#app/widgets/media-viewer/drawing-store.ts'
import { driveRoom } from './drive-room.ts'
import type { RoomEntry, RoomModel } from './room-model.ts'
import { findRoom } from './room-store.ts'
import { tellAsked } from './tell-asked.ts'
import { togetherStore } from './together-store.ts'

/** The least time between updates of a growing stroke. */
const strokeMs = 70

/** Joins the room for as long as it is open. With `isWatching`, as for a projector's screen, never leads. */
export function useTogether(model: RoomModel, show: (entry: RoomEntry) => void, isWatching: boolean): void {
  const { client, studio, session } = model
  const mayLead = studio.can('create') && !isWatching
  useEffect(() => {
    const teller = makeStrokeTeller({ author: client.userId, newId: () => crypto.randomUUID() })
    const place = { sessionId: session.id, mayLead, ownStrokes: teller.tellAll }
    const together = joinRoom(place, client)
    const stopTelling = tellDrawings(together, teller)
    const stopAsking = tellAsked(together)
    togetherStore.set(together)
    return () => {
      stopTelling()
      stopAsking()
      togetherStore.set(undefined)
      together.close()
    }
  }, [client, session.id, mayLead])
  useEffect(() => driveRoom({ findTogether: togetherStore.find, findRoom, show }), [show])
}

/** Returns the state of the room; renders again when it changes. */
export function useTogetherView(): TogetherView | undefined {
  return useSyncExternalStore(togetherStore.subscribe, togetherStore.getView)
}

/** Shares what is drawn here while it is drawn, and until it is posted. */
function tellDrawings(together: Together, teller: ReturnType<typeof makeStrokeTeller>): () => void {
  let waiting: ReturnType<typeof setTimeout> | undefined
  const tell = (): void => {
    waiting ??= setTimeout(() => {
      waiting = undefined
      together.draw(teller.tell(listOwnDrawings()))
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
