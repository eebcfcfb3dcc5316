import { spanOf } from '#core/reviews/entry-range.ts'
import { followRoom } from '#core/reviews/together/follow.ts'
import type { Led, Together } from '#core/reviews/together/together.ts'
import { showToast } from '#app/stores/toast-store.ts'
import type { FramePlayer } from '#app/widgets/media-viewer/frame-player.ts'
import { viewerStore } from '#app/widgets/media-viewer/viewer-store.ts'
import type { RoomEntry, RoomModel } from './room-model.ts'
import { findNext, leftMs, preroll, spanIn } from './room-reel.ts'

type Driven = {
  readonly findTogether: () => Together | undefined
  readonly findRoom: () => RoomModel | undefined
  readonly show: (entry: RoomEntry) => void
}

/** Told at most this often where the leader is, while they scrub. */
const leastBetweenMs = 60
/** A leader whose film has come this far from where it was said to be says so. */
const mostLedFrames = 0.75
const betweenLooksMs = 250
const leastBetweenJumpsMs = 700
/** The next film begins so long before the cut, out of sight. */
const prerollMs = 70

/**
 * Keeps the film in view and the room in step, frame by frame: a leader says where they are, everybody else goes there, and
 * whoever is alone goes on from one film to the next. Answers how to stop.
 */
export function driveRoom(driven: Driven): () => void {
  let asked = requestAnimationFrame(tick)
  const film = { player: undefined as FramePlayer | undefined, wishes: 0, wasPlaying: false }
  const told = { sign: '', at: -Infinity, lookedAt: -Infinity }
  const led = { jumpedAt: -Infinity, mutedAt: -Infinity, missing: '' }
  let rolled: string | undefined
  // Drawing the next entry takes a moment: until it is in view it is asked for once.
  let asking: string | undefined

  function tick(): void {
    asked = requestAnimationFrame(tick)
    const room = driven.findRoom()
    if (room?.shown === undefined) return
    if (asking === room.shown.entry.id) asking = undefined
    const player = findMain(room)
    const hasActed = film.player === player && player !== undefined && player.countWishes() !== film.wishes
    const together = driven.findTogether()
    const { isLeading = false, isInStep = false, state } = together?.get() ?? {}
    together?.lookAt(room.shown.entry.id)
    if (together !== undefined && state !== undefined && isLeading) lead(together, room, player)
    else if (together !== undefined && state !== undefined && isInStep) {
      if (hasActed) leave(together)
      else follow(together, room, player)
    } else playOn(room, player)
    if (player !== undefined && film.player !== player) enter(room.shown, player)
    film.player = player
    film.wishes = player?.countWishes() ?? 0
    film.wasPlaying = (player?.getState().shuttle ?? 0) > 0
  }

  function lead(together: Together, room: RoomModel, player: FramePlayer | undefined): void {
    const { state } = together.get()
    const moment = together.moment()
    const { shown } = room
    if (state === undefined || moment === undefined || shown === undefined) return
    const now = performance.now()
    if (moment.entryId !== state.entryId && shown.entry.id === state.entryId) return cut(room, moment.entryId, moment.speed)
    if (player !== undefined && shown.entry.id === state.entryId) rollOn(room, player)
    const sign = signOf(room, player)
    if (sign !== told.sign) {
      // A film that was cut to is told of once it is in view, with the cut after it.
      if (player === undefined && moment.entryId === shown.entry.id && moment.speed > 0) return
      if (now - told.at < leastBetweenMs) return
      told.sign = sign
      told.at = now
      together.lead(placeOf(room, player))
    } else if (player !== undefined && moment.speed > 0 && now - told.lookedAt > betweenLooksMs) {
      told.lookedAt = now
      if (Math.abs(driftOf(together, player)) > mostLedFrames) together.lead(placeOf(room, player))
    }
  }

  function follow(together: Together, room: RoomModel, player: FramePlayer | undefined): void {
    const moment = together.moment()
    if (moment === undefined) return
    const { state } = together.get()
    if (moment.entryId !== room.shown?.entry.id) {
      const wanted = room.entries.find(({ entry }) => entry.id === moment.entryId)
      if (wanted !== undefined) return goTo(wanted)
      if (led.missing !== moment.entryId) showToast({ text: 'The leader looks at a task that is not in your list yet.' })
      led.missing = moment.entryId
      return
    }
    if (player === undefined) return
    const next = state?.then && room.entries.find(({ entry }) => entry.id === state.then?.entryId)
    if (next !== undefined) rollOn(room, player, next)
    const { shuttle, speed, frame } = player.getState()
    const step = followRoom(moment, {
      clock: player.getClock(),
      frame,
      seconds: player.getPosition(),
      speed: shuttle * speed,
    })
    if (step.kind === 'stand') player.stand(step.frame)
    else if (step.kind === 'bend') player.bend(step.by)
    else if (step.kind === 'jump') jump(player, step)
  }

  function jump(player: FramePlayer, { frame, speed }: { readonly frame: number; readonly speed: number }): void {
    const now = performance.now()
    if (now - led.jumpedAt < leastBetweenJumpsMs) {
      // A browser plays no sound before its person has pressed something: without it the film goes along.
      const isRefused = player.getState().shuttle === 0 && now - led.jumpedAt > 200
      if (!isRefused || player.getState().isMuted) return
      player.toggleMuted()
      if (now - led.mutedAt > 60_000) showToast({ text: 'The sound is off until you turn it on: the browser asks for that.' })
      led.mutedAt = now
    }
    led.jumpedAt = now
    player.jump(frame, speed)
  }

  function playOn(room: RoomModel, player: FramePlayer | undefined): void {
    if (player === undefined || room.shown === undefined) return
    const { shuttle, speed, isLooping, range } = player.getState()
    if (isLooping || range !== undefined) return
    const next = findNext(room)
    if (next === undefined) return
    if (shuttle > 0) {
      rollOn(room, player, next)
      const span = spanIn(room.shown, player)
      if (leftMs(player, span) <= 0) cut(room, next.entry.id, shuttle * speed)
    } else if (film.wasPlaying && film.player === player && isAtEnd(room.shown, player)) {
      if (player.countWishes() === film.wishes) cut(room, next.entry.id, speed)
    }
  }

  /** Begins the next film shortly before the cut. */
  function rollOn(room: RoomModel, player: FramePlayer, next = findNext(room)): void {
    const { shuttle, speed, isLooping, range } = player.getState()
    if (next === undefined || room.shown === undefined || shuttle <= 0 || isLooping || range !== undefined) return
    if (rolled === next.entry.id || leftMs(player, spanIn(room.shown, player)) > prerollMs) return
    rolled = preroll(next, room, shuttle * speed) && next.entry.id
  }

  function cut(room: RoomModel, entryId: string, speed: number): void {
    const next = room.entries.find(({ entry }) => entry.id === entryId)
    if (next === undefined || asking === entryId) return
    if (rolled !== entryId) preroll(next, room, speed)
    rolled = undefined
    goTo(next)
  }

  function goTo(to: RoomEntry): void {
    if (asking === to.entry.id) return
    asking = to.entry.id
    driven.show(to)
  }

  return () => cancelAnimationFrame(asked)
}

/** The player of the film the room shows; absent until it is in view. */
function findMain({ looked }: RoomModel): FramePlayer | undefined {
  const { target } = viewerStore.get()
  const isShown = target?.kind === 'video' && looked.kind === 'file' && target.mediaId === looked.media.id
  return isShown ? target.player : undefined
}

function isAtEnd(shown: RoomEntry, player: FramePlayer): boolean {
  return player.getState().frame >= spanIn(shown, player).to
}

function leave(together: Together): void {
  together.setInStep(false)
  showToast({ text: 'You look on your own. Press \\ to be in step again.' })
}

/** A film that comes into view stands on the first frame that is looked at. */
function enter(shown: RoomEntry, player: FramePlayer): void {
  const { from } = spanIn(shown, player)
  const { frame, shuttle } = player.getState()
  if (frame < from && shuttle === 0) player.stand(from)
}

/** Whatever of the leader's film everybody has to know of. */
function signOf({ shown, at, entries }: RoomModel, player: FramePlayer | undefined): string {
  const id = shown?.entry.id
  if (player === undefined) return `${id} waiting`
  const { shuttle, speed, isLooping, range, frame, frameCount } = player.getState()
  const next = shuttle > 0 ? findNext({ entries, at })?.entry.id : undefined
  const wishes = player.countWishes()
  return [id, shuttle, speed, isLooping, range?.from, range?.to, frameCount, next, wishes, shuttle === 0 && frame].join()
}

/** Where the leader is, and when the next cut comes. */
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
  const looked = room.look(next.entry)
  if (looked.kind !== 'file') return place
  const { from } = spanOf(next.entry, next.item, looked.media.frameCount ?? 1)
  const inMs = leftMs(player, spanIn(room.shown, player))
  return { ...place, then: { entryId: next.entry.id, frame: from, inMs } }
}

/** How many frames the leader's film is from where it was said to be. */
function driftOf(together: Together, player: FramePlayer): number {
  const moment = together.moment()
  if (moment === undefined || moment.loop !== undefined) return 0
  const clock = player.getClock()
  const wanted = clock.seekTimeOf(moment.frame) + moment.seconds
  const { numerator, denominator } = clock.rate
  return ((player.getPosition() - wanted) * numerator) / denominator
}
