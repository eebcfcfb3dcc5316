import { makeListeners } from '#core/lib/listeners.ts'
import type { RoomModel } from './room-model.ts'

// Not a proxy: it holds replicas, which report their own changes.
let model: RoomModel | undefined
let isFolded = true
const listeners = makeListeners()

/** Returns the open session, for commands. */
export function findRoom(): RoomModel | undefined {
  return model
}

/** Sets the open session. Does not notify, since nothing renders from it. */
export function setRoom(next: RoomModel | undefined): void {
  model = next
}

/** Whether notes from before the session are collapsed. */
export const earlierNotes = {
  areFolded: (): boolean => isFolded,
  subscribe: listeners.subscribe,
  toggle: (): void => {
    isFolded = !isFolded
    listeners.tell()
  },
} as const

/** Returns the focus to the room, so that its keys work. */
export function focusRoom(): void {
  document.querySelector<HTMLElement>('#review-room')?.focus()
}
