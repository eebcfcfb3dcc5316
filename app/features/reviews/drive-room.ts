import type { MediaId } from '#core/lib/ids.ts'
import { spanOf } from '#core/reviews/entry-range.ts'
import { shownFileOf } from '#core/revisions/shown-file.ts'
import { followRoom } from '#core/reviews/together/follow.ts'
import type { Led } from '#core/reviews/together/room-state.ts'
import type { Together } from '#core/reviews/together/together.ts'
import { showToast } from '#app/stores/toast-store.ts'
import { bringForward } from '#app/widgets/media-viewer/deck-players.ts'
import type { FramePlayer } from '#app/widgets/media-viewer/frame-player.ts'
import { resumePlayer, setSpeed } from '#app/widgets/media-viewer/resume-player.ts'
import { muteForVisit, soundStore } from '#app/widgets/media-viewer/sound-store.ts'
import type { PlayerState } from '#app/widgets/media-viewer/player-state.ts'
import { viewerStore } from '#app/widgets/media-viewer/viewer-store.ts'
import type { RoomEntry, RoomModel } from './room-model.ts'
import { findNext, findPlayer, leftMs, preroll, spanIn } from './room-reel.ts'

type Driven = {
  readonly findTogether: () => Together | undefined
  readonly findRoom: () => RoomModel | undefined
  readonly show: (entry: RoomEntry) => void
}

type Left = { readonly id: MediaId | undefined; readonly state: PlayerState }

/** The least time between reports of the leader's place while they scrub. */
const leastBetweenMs = 60
/** A leader whose film is further than this from where it was reported reports again. */
const mostLedFrames = 0.75
const betweenLooksMs = 250
const leastBetweenJumpsMs = 250
/** A film that has not arrived at its target is sent again after this time. */
const mostWaitedMs = 2500
/** Within this time browsers refuse to play sound before a key press or click. */
const refusedMs = { from: 200, to: 700 }
/** The next film starts this long before the cut, hidden. */
const prerollMs = 15
/** The next film's data is checked this long before the cut: over a slow connection loading takes a second. */
const wakeMs = 3000

/**
 * Keeps the film in view and the room in step, frame by frame: a leader reports their place, followers go there, and
 * someone on their own plays from one film to the next. Returns a function that stops.
 */
export function driveRoom(driven: Driven): () => void {
  const driver = new RoomDriver(driven)
  return () => driver.stop()
}

class RoomDriver {
  readonly #driven: Driven
  #asked: number
  #player: FramePlayer | undefined
  /** The film last in view, and its state. */
  #left: Left | undefined
  /** The film that loops only because it has a range. */
  #looped: MediaId | undefined
  #wishes = 0
  #wasPlaying = false
  /** What was last reported of the leader's film, and when. */
  readonly #told = { sign: '', at: -Infinity, lookedAt: -Infinity }
  readonly #led = { jumpedAt: -Infinity, mutedAt: -Infinity, missing: '', expected: '' }
  /** The film that was started hidden. */
  #rolled: string | undefined
  #cutting = 0
  // Rendering the next entry takes a moment; until it is in view it is requested once.
  #asking: string | undefined

  constructor(driven: Driven) {
    this.#driven = driven
    this.#asked = requestAnimationFrame(this.#tick)
  }

  stop(): void {
    cancelAnimationFrame(this.#asked)
    cancelAnimationFrame(this.#cutting)
  }

  #tick = (): void => {
    this.#asked = requestAnimationFrame(this.#tick)
    const room = this.#driven.findRoom()
    if (room?.shown === undefined) return
    if (this.#asking === room.shown.entry.id) this.#asking = undefined
    if (this.#rolled === room.shown.entry.id) this.#rolled = undefined
    const player = findMain(room)
    if (player !== undefined && this.#player !== player) enter(player, room, this.#left)
    if (player !== undefined && this.#player === player) this.#loopRange(player, idOf(room))
    this.#act(room, player)
    this.#player = player
    if (player !== undefined) this.#left = { id: idOf(room), state: player.getState() }
    this.#wishes = player?.countWishes() ?? 0
    this.#wasPlaying = (player?.getState().shuttle ?? 0) > 0
  }

  /** Loops a marked range until it is cleared. */
  #loopRange(player: FramePlayer, id: MediaId | undefined): void {
    const { range, isLooping } = player.getState()
    const had = this.#left?.state.range !== undefined
    if ((range !== undefined) === had) return
    if (range !== undefined && !isLooping) {
      player.toggleLoop()
      this.#looped = id
    } else if (range === undefined && isLooping && this.#looped === id) player.toggleLoop()
  }

  #act(room: RoomModel, player: FramePlayer | undefined): void {
    const together = this.#driven.findTogether()
    const { isLeading = false, isInStep = false, state } = together?.get() ?? {}
    if (room.shown !== undefined) together?.lookAt(room.shown.entry.id, mediaIdOf(room))
    if (together !== undefined && state === undefined && together.get().isInStep) this.#expect(together, room)
    if (together === undefined || state === undefined || (!isLeading && !isInStep)) return this.#playOn(room, player)
    if (isLeading) return this.#lead(together, room, player)
    const hasActed = player !== undefined && this.#player === player && player.countWishes() !== this.#wishes
    if (hasActed) leave(together)
    else this.#follow(together, room, player)
  }

  /**
   * Takes someone who has just joined to where the leader's presence says they are, once per place. A leader who is not
   * heard from keeps no one there.
   */
  #expect(together: Together, room: RoomModel): void {
    const led = together.findLed()
    const wanted = led && room.entries.find(({ entry }) => entry.id === led.entryId)
    if (led === undefined || wanted === undefined || this.#led.expected === wanted.entry.id) return
    this.#led.expected = wanted.entry.id
    if (wanted.entry.id !== room.shown?.entry.id) this.#goTo(wanted)
  }

  #lead(together: Together, room: RoomModel, player: FramePlayer | undefined): void {
    const { state } = together.get()
    const moment = together.moment()
    const { shown } = room
    if (state === undefined || moment === undefined || shown === undefined) return
    const isThere = shown.entry.id === state.entryId
    if (moment.entryId !== state.entryId && isThere) return this.#cut(room, moment.entryId, moment.speed)
    if (player !== undefined && isThere) this.#rollOn(room, player)
    const now = performance.now()
    const sign = signOf(room, player)
    if (sign !== this.#told.sign) {
      // A film after a cut is reported once it is in view, together with its next cut.
      if (player === undefined && moment.entryId === shown.entry.id && moment.speed > 0) return
      if (now - this.#told.at < leastBetweenMs) return
      Object.assign(this.#told, { sign, at: now })
      together.lead(placeOf(room, player))
    } else if (player !== undefined && moment.speed > 0 && now - this.#told.lookedAt > betweenLooksMs) {
      this.#told.lookedAt = now
      if (Math.abs(driftOf(together, player)) > mostLedFrames) together.lead(placeOf(room, player))
    }
  }

  #follow(together: Together, room: RoomModel, player: FramePlayer | undefined): void {
    const moment = together.moment()
    if (moment === undefined) return
    if (moment.entryId !== room.shown?.entry.id) return this.#followTo(room, moment.entryId)
    if (player === undefined) return
    const { state } = together.get()
    const next = state?.cutTo && room.entries.find(({ entry }) => entry.id === state.cutTo?.entryId)
    if (next !== undefined) this.#rollOn(room, player, next)
    const { shuttle, speed, frame } = player.getState()
    const film = { clock: player.getClock(), frame, seconds: player.getPosition(), speed: shuttle * speed }
    const step = followRoom(moment, film)
    if (step.kind === 'stand') player.stand(step.frame)
    else if (step.kind === 'bend') player.bend(step.by)
    else if (step.kind === 'jump') this.#jump(player, step)
  }

  #followTo(room: RoomModel, entryId: string): void {
    const wanted = room.entries.find(({ entry }) => entry.id === entryId)
    if (wanted !== undefined) return this.#rolled === entryId ? this.#bring(wanted, room) : this.#goTo(wanted)
    if (this.#led.missing !== entryId) showToast({ text: 'The leader is on a task that is not in your list yet.' })
    this.#led.missing = entryId
  }

  #jump(player: FramePlayer, { frame, speed }: { readonly frame: number; readonly speed: number }): void {
    const now = performance.now()
    const { jumpedAt, mutedAt } = this.#led
    const sinceMs = now - jumpedAt
    const { shuttle } = player.getState()
    const isRefused = shuttle === 0 && !soundStore.get().isMuted && sinceMs > refusedMs.from && sinceMs < refusedMs.to
    if (!isRefused && sinceMs < (player.isWaiting() ? mostWaitedMs : leastBetweenJumpsMs)) return
    if (isRefused) {
      // Muted, the film may play.
      muteForVisit()
      const text = 'The sound is off until you turn it on, as the browser requires.'
      if (now - mutedAt > 60_000) showToast({ text })
      this.#led.mutedAt = now
    }
    this.#led.jumpedAt = now
    player.jump(frame, speed)
  }

  #playOn(room: RoomModel, player: FramePlayer | undefined): void {
    if (player === undefined || room.shown === undefined) return
    const { shuttle, speed, isLooping, range } = player.getState()
    const next = findNext(room)
    if (isLooping || range !== undefined || next === undefined) return
    if (shuttle > 0) {
      this.#rollOn(room, player, next)
      if (leftMs(player, spanIn(room.shown, player)) <= 0) this.#cut(room, next.entry.id, shuttle * speed)
    } else if (this.#wasPlaying && this.#player === player && isAtEnd(room.shown, player)) {
      if (player.countWishes() === this.#wishes) this.#cut(room, next.entry.id, speed)
    }
  }

  /** Starts the next film shortly before the cut. */
  #rollOn(room: RoomModel, player: FramePlayer, next = findNext(room)): void {
    const { shuttle, speed, isLooping, range } = player.getState()
    if (next === undefined || room.shown === undefined || shuttle <= 0 || isLooping || range !== undefined) return
    const inMs = leftMs(player, spanIn(room.shown, player))
    if (inMs <= wakeMs) findPlayer(next, room)?.wake()
    if (this.#rolled === next.entry.id || inMs > prerollMs) return
    this.#rolled = preroll(next, room, shuttle * speed) && next.entry.id
  }

  #cut(room: RoomModel, entryId: string, speed: number): void {
    const next = room.entries.find(({ entry }) => entry.id === entryId)
    if (next === undefined || this.#asking === entryId) return
    if (this.#rolled !== entryId) preroll(next, room, speed)
    this.#rolled = entryId
    this.#bring(next, room)
  }

  /** Shows the film before the page: rendered together, its first frame would be over before it is painted. */
  #bring(next: RoomEntry, room: RoomModel): void {
    if (this.#asking === next.entry.id) return
    this.#asking = next.entry.id
    const content = room.contentOf(next.entry)
    if (content.kind === 'file') bringForward(content.media.id)
    this.#cutting = requestAnimationFrame(() => this.#driven.show(next))
  }

  #goTo(to: RoomEntry): void {
    if (this.#asking === to.entry.id) return
    this.#asking = to.entry.id
    this.#driven.show(to)
  }
}

const idOf = ({ content }: RoomModel): MediaId | undefined => (content.kind === 'file' ? content.media.id : undefined)

/** Returns the player of the room's film; undefined until it is in view. */
function findMain({ content }: RoomModel): FramePlayer | undefined {
  const { target } = viewerStore.get()
  const isShown = target?.kind === 'video' && content.kind === 'file' && target.mediaId === content.media.id
  return isShown ? target.player : undefined
}

/** Returns the file that plays: the proxy if there is one. */
function mediaIdOf({ content }: RoomModel): MediaId | undefined {
  return content.kind === 'file' ? (shownFileOf(content.media)?.id ?? content.media.id) : undefined
}

function isAtEnd(shown: RoomEntry, player: FramePlayer): boolean {
  return player.getState().frame >= spanIn(shown, player).to
}

function leave(together: Together): void {
  together.setInStep(false)
  showToast({ text: 'You are out of step. Press \\ to be in step again.' })
}

/**
 * Puts a film that comes into view on the first frame of its range, at the speed of the previous one; the same film in
 * another view continues as it was.
 */
function enter(player: FramePlayer, room: RoomModel, left: Left | undefined): void {
  if (left !== undefined && left.id === idOf(room)) return resumePlayer(player, left.state)
  if (left !== undefined) setSpeed(player, left.state.speed)
  const { frame, shuttle } = player.getState()
  const from = room.shown === undefined ? 0 : spanIn(room.shown, player).from
  if (frame < from && shuttle === 0) player.stand(from)
}

/** Returns everything about the leader's film that others have to know, as one text to compare. */
function signOf({ shown, at, entries }: RoomModel, player: FramePlayer | undefined): string {
  const id = shown?.entry.id
  if (player === undefined) return `${id} waiting`
  const { shuttle, speed, isLooping, range, frame, frameCount } = player.getState()
  const next = shuttle > 0 ? findNext({ entries, at })?.entry.id : undefined
  const wishes = player.countWishes()
  return [
    id,
    shuttle,
    speed,
    isLooping,
    range?.from,
    range?.to,
    frameCount,
    next,
    wishes,
    shuttle === 0 && frame,
  ].join()
}

/** Returns where the leader is, and when the next cut comes. */
function placeOf(room: RoomModel, player: FramePlayer | undefined): Led {
  const entryId = room.shown?.entry.id ?? ''
  if (player === undefined || room.shown === undefined) return { entryId, frame: 0, speed: 0 }
  const { shuttle, speed, frame, isLooping, range, frameCount } = player.getState()
  if (shuttle === 0) return { entryId, frame, speed: 0 }
  const clock = player.getClock()
  const position = player.getPosition()
  const at = clock.frameAtTime(position)
  const agoMs = ((position - clock.seekTimeOf(at)) / (shuttle * speed)) * 1000
  const place = { entryId, frame: at, speed: shuttle * speed, agoMs }
  if (range !== undefined || isLooping) return { ...place, loop: range ?? { from: 0, to: frameCount - 1 } }
  const next = shuttle > 0 ? findNext(room) : undefined
  if (next === undefined) return place
  const content = room.contentOf(next.entry)
  if (content.kind !== 'file') return place
  const { from } = spanOf(next.entry, next.item, content.media.frameCount ?? 1)
  const inMs = leftMs(player, spanIn(room.shown, player))
  return { ...place, cutTo: { entryId: next.entry.id, frame: from, inMs } }
}

/** Returns how many frames the leader's film is away from where it was reported. */
function driftOf(together: Together, player: FramePlayer): number {
  const moment = together.moment()
  if (moment === undefined || moment.loop !== undefined) return 0
  const clock = player.getClock()
  const wanted = clock.seekTimeOf(moment.frame) + moment.seconds
  const { numerator, denominator } = clock.rate
  return ((player.getPosition() - wanted) * numerator) / denominator
}
