import { makeListeners } from '#core/lib/listeners.ts'
import type { makeStrokeTracker } from '#core/reviews/together/live-strokes.ts'
import type { Together, TogetherView } from '#core/reviews/together/together.ts'

/** The room that this window has joined, with the tracker of its own strokes. */
export type JoinedRoom = { readonly together: Together; readonly tracker: ReturnType<typeof makeStrokeTracker> }

// Not a proxy: a room reports its own changes.
let joined: JoinedRoom | undefined
const listeners = makeListeners()

/** The room that this window is in; undefined before it has joined. */
export const togetherStore = {
  find: (): Together | undefined => joined?.together,
  findJoined: (): JoinedRoom | undefined => joined,
  getView: (): TogetherView | undefined => joined?.together.get(),
  set: (next: JoinedRoom | undefined): void => {
    stop?.()
    joined = next
    stop = next?.together.subscribe(notifyListeners)
    notifyListeners()
  },
  subscribe: listeners.subscribe,
} as const

let stop: (() => void) | undefined

function notifyListeners(): void {
  listeners.tell()
}
