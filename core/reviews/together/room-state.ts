import type { FrameClock } from '#core/revisions/frame-clock.ts'

/** A window in a room; a person with two windows appears twice. */
export type ParticipantId = string

/** A frame of an entry, as of the moment `at` on the shared clock. */
export type RoomPlace = { readonly entryId: string; readonly frame: number; readonly at: number }

/** The part of the film that repeats, inclusive. */
export type RoomLoop = { readonly from: number; readonly to: number }

/**
 * What a room shows. No frames are streamed: every window computes them from the place, the speed and the shared clock.
 * `turn` counts changes of the leader, `seq` the leader's actions in that turn.
 */
export type RoomState = RoomPlace & {
  readonly leader: ParticipantId
  readonly turn: number
  readonly seq: number
  /** A multiple of real time, negative for backwards; 0 when paused. */
  readonly speed: number
  readonly loop?: RoomLoop | undefined
  /** The next cut, announced in advance so that everybody crosses it at the same moment. */
  readonly cutTo?: RoomPlace | undefined
}

/** What the leader shows: a state without its leader and time. */
export type Led = Pick<RoomState, 'entryId' | 'frame' | 'speed'> & {
  readonly loop?: RoomState['loop']
  /** How long ago this position was exact. */
  readonly agoMs?: number
  /** The next cut, in so many milliseconds. */
  readonly cutTo?: (Omit<RoomPlace, 'at'> & { readonly inMs: number }) | undefined
}

/**
 * Tells whether a state supersedes another: by a later turn, then by a later action of its leader. If two windows lead
 * the same turn, all agree on one of them; handing over the lead while the other takes it starts a single turn of one
 * leader.
 */
export function isNewer(state: RoomState, than: RoomState | undefined): boolean {
  if (than === undefined || state.turn !== than.turn) return state.turn > (than?.turn ?? -1)
  if (state.leader !== than.leader) return state.leader < than.leader
  if (state.seq !== than.seq) return state.seq > than.seq
  return state.at === than.at ? state.frame > than.frame : state.at > than.at
}

/** A room's position at a moment of the shared clock: a base frame, and the seconds of film elapsed since. */
export type RoomMoment = {
  readonly entryId: string
  readonly frame: number
  readonly seconds: number
  readonly speed: number
  readonly loop: RoomLoop | undefined
}

/** Returns a room's position at a moment of the shared clock. */
export function momentAt(state: RoomState, now: number): RoomMoment {
  const { cutTo, speed } = state
  const isOver = cutTo !== undefined && speed > 0 && now >= cutTo.at
  const { entryId, frame, at } = isOver ? cutTo : state
  return {
    entryId,
    frame,
    speed,
    seconds: speed === 0 ? 0 : (Math.max(0, now - at) / 1000) * speed,
    loop: isOver ? undefined : state.loop,
  }
}

/** Returns a moment's position in seconds of its film, kept within the film and within the loop, if any. */
export function secondsOf({ frame, seconds, loop }: RoomMoment, clock: FrameClock): number {
  const wanted = clock.seekTimeOf(frame) + seconds
  const last = clock.seekTimeOf(clock.frameCount - 1)
  if (loop === undefined) return Math.min(last, Math.max(clock.seekTimeOf(0), wanted))
  const [start, end] = [clock.seekTimeOf(loop.from), clock.seekTimeOf(Math.min(loop.to, clock.frameCount - 1) + 1)]
  const length = end - start
  if (length <= 0 || (wanted >= start && wanted < end)) return Math.max(start, Math.min(last, wanted))
  return start + ((((wanted - start) % length) + length) % length)
}

/** Reads a received state; undefined if malformed. */
export function readRoomState(value: unknown): RoomState | undefined {
  const fields = fieldsOf(value)
  const place = readPlace(value)
  const { leader, turn, seq, speed } = fields
  if (place === undefined || typeof leader !== 'string' || leader === '') return undefined
  if (!isCount(turn) || !isCount(seq) || !isFinite(speed) || Math.abs(speed) > 64) return undefined
  const loop = readLoop(fields['loop'])
  const cutTo = readPlace(fields['cutTo'])
  return { ...place, leader, turn, seq, speed, ...(loop && { loop }), ...(cutTo && { cutTo }) }
}

function readPlace(value: unknown): RoomPlace | undefined {
  const { entryId, frame, at } = fieldsOf(value)
  if (typeof entryId !== 'string' || !isCount(frame) || !isFinite(at)) return undefined
  return { entryId, frame, at }
}

/** Returns the state of a room whose leader shows this, at a moment of the shared clock. */
export function toState(led: Led, now: number): Omit<RoomState, 'leader' | 'turn' | 'seq'> {
  const { entryId, frame, speed, loop, cutTo, agoMs = 0 } = led
  return {
    entryId,
    frame,
    speed,
    at: now - agoMs,
    ...(loop && { loop }),
    ...(cutTo && { cutTo: { entryId: cutTo.entryId, frame: cutTo.frame, at: now + cutTo.inMs } }),
  }
}

function readLoop(value: unknown): RoomLoop | undefined {
  const { from, to } = fieldsOf(value)
  return isCount(from) && isCount(to) && from <= to ? { from, to } : undefined
}

/** Returns the fields of received data; none if it is not an object. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  // Each field is checked before use.
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
}

function isFinite(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}

function isCount(value: unknown): value is number {
  return isFinite(value) && Number.isInteger(value) && value >= 0
}
