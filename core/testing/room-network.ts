import { toId, type UserId } from '#core/lib/ids.ts'
import { makeSteadyClock, type FrameClock } from '#core/revisions/frame-clock.ts'
import { snapFrameRate } from '#core/revisions/frame-rate.ts'
import { followRoom } from '#core/reviews/together/follow.ts'
import { makeSharedClock } from '#core/reviews/together/shared-clock.ts'
import { makeTogether, type RoomListener, type Together } from '#core/reviews/together/together.ts'
import type { FakeClock } from './fake-clock.ts'

/** A window in a made-up room, with its line to the server. */
export type RoomMember = {
  readonly id: string
  readonly together: Together
  /** Nothing comes or goes for so long; what was said meanwhile comes afterwards, in its order. */
  readonly stall: (milliseconds: number) => void
  /** The window is gone without a word; the server notices after so long. */
  readonly kill: (noticedAfterMs?: number) => void
}

type Line = { readonly id: string; readonly listener: RoomListener; readonly delay: () => number; isOpen: boolean }

/** A server's channel with slow lines; it keeps nothing but who is there. */
export function makeRoomNetwork(clock: FakeClock, random: () => number = () => 0.5) {
  const lines = new Map<string, Line>()
  const shown = new Map<string, object>()
  let messages = 0

  /** Carries something in at least `delay`, never before what was carried before it. */
  const makePipe = (delay: () => number) => {
    let freeAt = 0
    return (act: () => void): void => {
      freeAt = Math.max(freeAt, clock.elapsed() + delay())
      clock.after(freeAt - clock.elapsed(), act)
    }
  }
  const tellPeople = (): void => {
    for (const { down } of pipes.values()) down((line) => line.listener.onPeople(new Map(shown)))
  }
  const pipes = new Map<
    string,
    { readonly up: (act: () => void) => void; readonly down: (act: (line: Line) => void) => void }
  >()
  const send = (from: string, act: (line: Line) => void): void => {
    messages += 1
    for (const [id, { down }] of pipes) if (id !== from) down(act)
  }

  const join = (
    id: string,
    { mayLead = true, delayMs = [0, 0] as readonly [number, number], clockOffMs = 0 } = {},
  ): RoomMember => {
    let stalledUntil = 0
    const delay = (): number => {
      const [least, most] = delayMs
      const wait = least + random() * (most - least)
      return Math.max(wait, stalledUntil - clock.elapsed() + wait)
    }
    const upPipe = makePipe(delay)
    const downPipe = makePipe(delay)
    // Each device has a clock of its own, which shows whatever it likes.
    const timers = { elapsed: () => clock.elapsed() + clockOffMs, after: clock.after }
    const askServer = async (): Promise<number> =>
      await new Promise((resolve) => {
        clock.after(delay(), () => {
          const time = 1_700_000_000_000 + clock.elapsed()
          clock.after(delay(), () => resolve(time))
        })
      })
    const together = makeTogether({
      id,
      userId: toId<UserId>(`user-${id}`),
      mayLead,
      timers,
      clock: makeSharedClock(askServer, timers),
      ownStrokes: () => [],
      join: (listener) => {
        const line: Line = { id, listener, delay, isOpen: true }
        lines.set(id, line)
        const isOpen = (): boolean => line.isOpen
        const up = (act: () => void): void => {
          if (isOpen()) upPipe(() => isOpen() && act())
        }
        pipes.set(id, { up, down: (act) => downPipe(() => isOpen() && act(line)) })
        up(() => downPipe(() => isOpen() && listener.onJoined(true)))
        return {
          say: (message) => up(() => send(id, (other) => other.listener.onSaid(structuredClone(message)))),
          lead: (state) => up(() => send(id, (other) => other.listener.onLed(structuredClone(state)))),
          show: (presented) =>
            up(() => {
              shown.set(id, presented)
              tellPeople()
            }),
          leave: () => close(id),
        }
      },
    })
    return {
      id,
      together,
      stall: (milliseconds) => {
        stalledUntil = clock.elapsed() + milliseconds
      },
      kill: (noticedAfterMs = 0) => {
        const line = lines.get(id)
        if (line !== undefined) line.isOpen = false
        clock.after(noticedAfterMs, () => close(id))
      },
    }
  }
  const close = (id: string): void => {
    const line = lines.get(id)
    if (line !== undefined) line.isOpen = false
    lines.delete(id)
    pipes.delete(id)
    shown.delete(id)
    tellPeople()
  }
  return { join, countMessages: () => messages }
}

/** A film that follows a room as a browser's would: a seek takes a while, and its clock runs a little wrong. */
export function makeFollowingFilm(
  together: Together,
  { clock, frames = 100_000, seekMs = () => 60, wrongness = 0 }: {
    readonly clock: FakeClock
    readonly frames?: number
    readonly seekMs?: () => number
    readonly wrongness?: number
  },
) {
  const frameClock: FrameClock = makeSteadyClock(snapFrameRate(24), frames)
  let seconds = frameClock.seekTimeOf(0)
  let [speed, bend, seekingUntil, steppedAt] = [0, 1, 0, clock.elapsed()]
  let entryId: string | undefined
  const run = (): void => {
    const now = clock.elapsed()
    if (now >= seekingUntil) seconds += (Math.min(now - steppedAt, now - seekingUntil) / 1000) * speed * bend * (1 + wrongness)
    steppedAt = now
  }
  const goTo = (frame: number): void => {
    seconds = frameClock.seekTimeOf(frame)
    seekingUntil = clock.elapsed() + seekMs()
  }
  const follow = (): void => {
    run()
    const moment = together.moment()
    if (moment === undefined) return
    if (moment.entryId !== entryId) {
      entryId = moment.entryId
      speed = 0
      goTo(0)
    }
    if (clock.elapsed() < seekingUntil) return
    const step = followRoom(moment, { clock: frameClock, frame: frameClock.frameAtTime(seconds), seconds, speed })
    if (step.kind === 'stand') [speed, bend] = [0, 1]
    if (step.kind === 'jump') [speed, bend] = [step.speed, 1]
    if (step.kind === 'bend') bend = step.by
    if (step.kind === 'stand' || step.kind === 'jump') goTo(step.frame)
  }
  return {
    follow,
    getEntry: () => entryId,
    getSpeed: () => speed,
    getFrame: (): number => {
      run()
      return frameClock.frameAtTime(seconds)
    },
  }
}
