import type { FrameClock } from '#core/revisions/frame-clock.ts'

/** One window in a room: a person with two windows is there twice. */
export type ParticipantId = string

/** A frame of an entry, from the moment `at` of the shared clock on. */
export type RoomPlace = { readonly entryId: string; readonly frame: number; readonly at: number }

/** The part of the film that is played again and again, both frames included. */
export type RoomLoop = { readonly from: number; readonly to: number }

/**
 * What a room looks at. Nobody streams frames: everybody computes them from the place, the speed and the shared clock.
 * `turn` counts who led after whom, `seq` what the leader did in that turn.
 */
export type RoomState = RoomPlace & {
  readonly leader: ParticipantId
  readonly turn: number
  readonly seq: number
  /** Times real time, backwards below 0; 0 at rest. */
  readonly speed: number
  readonly loop?: RoomLoop | undefined
  /** The cut to come, said before it is there, so that everybody is over it in the same moment. */
  readonly cutTo?: RoomPlace | undefined
}

/**
 * Whether a state goes before another: a later turn, then what its leader did later. Two who lead one turn agree on one of them, and
 * so do somebody's handing the lead over and the other's taking it at the same time, which begin one turn of one leader.
 */
export function isNewer(state: RoomState, than: RoomState | undefined): boolean {
  if (than === undefined || state.turn !== than.turn) return state.turn > (than?.turn ?? -1)
  if (state.leader !== than.leader) return state.leader < than.leader
  if (state.seq !== than.seq) return state.seq > than.seq
  return state.at === than.at ? state.frame > than.frame : state.at > than.at
}

/** Where a room is at a moment of the shared clock: a frame to count from, and how many seconds of film went by since. */
export type RoomMoment = {
  readonly entryId: string
  readonly frame: number
  readonly seconds: number
  readonly speed: number
  readonly loop: RoomLoop | undefined
}

/** What a room looks at at a moment of the shared clock. */
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

/** The position of a moment in seconds of its film; it stays in the film, and in the loop where there is one. */
export function secondsOf({ frame, seconds, loop }: RoomMoment, clock: FrameClock): number {
  const wanted = clock.seekTimeOf(frame) + seconds
  const last = clock.seekTimeOf(clock.frameCount - 1)
  if (loop === undefined) return Math.min(last, Math.max(clock.seekTimeOf(0), wanted))
  const [start, end] = [clock.seekTimeOf(loop.from), clock.seekTimeOf(Math.min(loop.to, clock.frameCount - 1) + 1)]
  const length = end - start
  if (length <= 0 || (wanted >= start && wanted < end)) return Math.max(start, Math.min(last, wanted))
  return start + ((((wanted - start) % length) + length) % length)
}

/** Reads a state as it was sent; absent where it is none. */
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

function readLoop(value: unknown): RoomLoop | undefined {
  const { from, to } = fieldsOf(value)
  return isCount(from) && isCount(to) && from <= to ? { from, to } : undefined
}

/** The fields of something that was sent; none where it is no object. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  // Each field is looked at before it is believed.
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
}

function isFinite(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}

function isCount(value: unknown): value is number {
  return isFinite(value) && Number.isInteger(value) && value >= 0
}
