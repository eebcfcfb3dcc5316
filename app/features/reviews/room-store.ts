import type { RoomModel } from './room-model.ts'

// Not a proxy: it holds replicas, which report their own changes.
let model: RoomModel | undefined
let isFolded = true
const listeners = new Set<() => void>()

/** The open session, as commands see it. */
export function findRoom(): RoomModel | undefined {
  return model
}

/** Says what is open. Nobody draws by it, so nobody is told. */
export function setRoom(next: RoomModel | undefined): void {
  model = next
}

/** Whether notes from before the session are folded away. */
export const earlierNotes = {
  areFolded: (): boolean => isFolded,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  toggle: (): void => {
    isFolded = !isFolded
    for (const listener of listeners) listener()
  },
} as const

/** Gives the keys back to the room. */
export function focusRoom(): void {
  document.querySelector<HTMLElement>('#review-room')?.focus()
}
