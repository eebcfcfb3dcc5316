import type { FrameClock } from '#core/revisions/frame-clock.ts'
import { secondsOf, type RoomMoment } from './room-state.ts'

/** How a film stands that is to follow a room. */
export type FollowedFilm = {
  readonly clock: FrameClock
  /** The frame it stands on or is on its way to. */
  readonly frame: number
  /** Where its element is, in seconds. */
  readonly seconds: number
  /** Times real time; 0 at rest. */
  readonly speed: number
}

/** What brings a film to where its room is. */
export type FollowStep =
  | { readonly kind: 'nothing' }
  /** Stand on a frame. */
  | { readonly kind: 'stand'; readonly frame: number }
  /** Go to a frame and play on from there. */
  | { readonly kind: 'jump'; readonly frame: number; readonly speed: number }
  /** Play on, so many times faster or slower than asked: 1 is exact. */
  | { readonly kind: 'bend'; readonly by: number }

const nothing: FollowStep = { kind: 'nothing' }
/** More than this is sought; less is made up by playing a little faster or slower. */
const mostBentFrames = 4
const leastBentFrames = 0.2
/** A tenth faster or slower is heard by nobody in a second or two. */
const mostBend = 0.1
/** A jump lands late by about as long as a seek takes. */
const seekSeconds = 0.03

/** What a film has to do to be where its room is. */
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
  // What is missing is made up within half a second of film.
  const by = 1 + Math.max(-mostBend, Math.min(mostBend, 2 * drift * frameSeconds))
  return { kind: 'bend', by }
}

/** Over the last frame a film that plays runs out by itself; one that stands has to be put there. */
function standOrPlay(film: FollowedFilm, frame: number, drift: number): FollowStep {
  return film.speed > 0 && Math.abs(drift) <= mostBentFrames ? nothing : { kind: 'stand', frame }
}

function secondsPerFrame({ rate }: FrameClock): number {
  return rate.denominator / rate.numerator
}
