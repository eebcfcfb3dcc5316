import type { FrameClock } from '#core/revisions/frame-clock.ts'
import { secondsOf, type RoomMoment } from './room-state.ts'

/** The state of a film that follows a room. */
export type FollowedFilm = {
  readonly clock: FrameClock
  /** The current frame, or the target of a seek. */
  readonly frame: number
  /** The position of its media element, in seconds. */
  readonly seconds: number
  /** A multiple of real time; 0 when paused. */
  readonly speed: number
}

/** A step that brings a film to its room's position. */
export type FollowStep =
  | { readonly kind: 'nothing' }
  /** Pause on a frame. */
  | { readonly kind: 'stand'; readonly frame: number }
  /** Seek to a frame and play on from there. */
  | { readonly kind: 'jump'; readonly frame: number; readonly speed: number }
  /** Play on at a multiple of the speed: 1 is exact. */
  | { readonly kind: 'bend'; readonly by: number }

const nothing: FollowStep = { kind: 'nothing' }
/** A larger drift is fixed by seeking, a smaller one by playing a little faster or slower. */
const mostBentFrames = 4
const leastBentFrames = 0.2
/** A tenth faster or slower is inaudible for a second or two. */
const mostBend = 0.1
/** A seek lands late by about its own duration. */
const seekSeconds = 0.03

/** Returns what a film must do to match its room. */
export function followRoom(moment: RoomMoment, film: FollowedFilm): FollowStep {
  const { clock } = film
  const wanted = secondsOf(moment, clock)
  const frame = clock.frameAtTime(wanted)
  const { speed } = moment
  if (speed === 0) return film.speed === 0 && film.frame === frame ? nothing : { kind: 'stand', frame }
  const frameSeconds = secondsPerFrame(clock)
  const drift = (wanted - film.seconds) / frameSeconds
  const isAtEnd = speed > 0 && moment.loop === undefined && frame >= clock.frameCount - 1
  if (isAtEnd) return film.frame >= clock.frameCount - 1 ? nothing : standOrPlay(film, frame, drift)
  if (film.speed !== speed || Math.abs(drift) > mostBentFrames * Math.max(1, Math.abs(speed))) {
    const ahead = clock.frameAtTime(wanted + seekSeconds * speed)
    const end = moment.loop?.to ?? clock.frameCount - 1
    return { kind: 'jump', frame: Math.max(0, Math.min(ahead, end)), speed }
  }
  if (speed < 0 || Math.abs(drift) < leastBentFrames) return { kind: 'bend', by: 1 }
  // Makes up the drift within half a second of film.
  const by = 1 + Math.max(-mostBend, Math.min(mostBend, 2 * drift * frameSeconds))
  return { kind: 'bend', by }
}

/** At the end, a playing film runs out by itself, while a paused one has to be put on the last frame. */
function standOrPlay(film: FollowedFilm, frame: number, drift: number): FollowStep {
  return film.speed > 0 && Math.abs(drift) <= mostBentFrames ? nothing : { kind: 'stand', frame }
}

function secondsPerFrame({ rate }: FrameClock): number {
  return rate.denominator / rate.numerator
}
