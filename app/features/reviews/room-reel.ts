import { makeListeners } from '#core/lib/listeners.ts'
import { spanOf, type FrameSpan } from '#core/reviews/entry-range.ts'
import { findDeckPlayer } from '#app/widgets/media-viewer/deck-players.ts'
import type { FramePlayer } from '#app/widgets/media-viewer/frame-player.ts'
import type { RoomEntry, RoomModel } from './room-model.ts'

/** How the films of a session follow one another. */
export type ReelMode =
  /** One after the other, to the last. */
  | 'on'
  /** The chosen film with two before and two after it, in a loop. */
  | 'around'

let mode: ReelMode = 'on'
let middle: string | undefined
const listeners = makeListeners()
const beside = 2

export const reelStore = {
  getMode: (): ReelMode => mode,
  subscribe: listeners.subscribe,
  /** Plays all films in turn, or those around the entry with this id. */
  setAround: (entryId: string | undefined): void => {
    mode = entryId === undefined ? 'on' : 'around'
    middle = entryId
    listeners.tell()
  },
} as const

/** Returns the film after the shown one; undefined after the last. */
export function findNext({ entries, at }: Pick<RoomModel, 'entries' | 'at'>): RoomEntry | undefined {
  if (mode === 'on') return entries[at + 1]
  const center = entries.findIndex(({ entry }) => entry.id === middle)
  if (center < 0) return entries[at + 1]
  const [first, last] = [Math.max(0, center - beside), Math.min(entries.length - 1, center + beside)]
  return at >= first && at < last ? entries[at + 1] : entries[first]
}

/** Returns the frames of a film that are played. */
export function spanIn({ entry, item }: RoomEntry, player: FramePlayer): FrameSpan {
  return spanOf(entry, item, player.getState().frameCount)
}

/** Returns the milliseconds left of a film's played frames, at its speed. */
export function leftMs(player: FramePlayer, { to }: FrameSpan): number {
  const clock = player.getClock()
  const { shuttle, speed } = player.getState()
  const half = clock.seekTimeOf(0)
  return ((clock.seekTimeOf(to) + half - player.getPosition()) / Math.max(0.01, shuttle * speed)) * 1000
}

/** Returns the player of an entry's film, if it is loaded. */
export function findPlayer(of: RoomEntry, room: RoomModel): FramePlayer | undefined {
  const content = room.contentOf(of.entry)
  return content.kind === 'file' ? findDeckPlayer(content.media.id) : undefined
}

/** Starts the next film hidden, so that its first frames are decoded when it comes into view. */
export function preroll(next: RoomEntry, room: RoomModel, speed: number): FramePlayer | undefined {
  const player = findPlayer(next, room)
  if (player === undefined) return undefined
  player.jump(spanIn(next, player).from, speed)
  return player
}
