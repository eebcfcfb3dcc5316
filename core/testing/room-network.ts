import { toId, type UserId } from '#core/lib/ids.ts'
import { makeSteadyClock, type FrameClock } from '#core/revisions/frame-clock.ts'
import { toFrameRate } from '#core/revisions/frame-rate.ts'
import { followRoom } from '#core/reviews/together/follow.ts'
import { makeSharedClock } from '#core/reviews/together/shared-clock.ts'
import { makeTogether, type RoomChannel, type RoomListener, type Together } from '#core/reviews/together/together.ts'
import type { FakeClock } from './fake-clock.ts'

/** A window in a simulated room, with its connection to the server. */
export type RoomMember = {
  readonly id: string
  readonly together: Together
  /** Stops all messages for so long; they arrive afterwards, in order. */
  readonly stall: (milliseconds: number) => void
  /** Ends the window without notice; the server detects it after so long. */
  readonly kill: (noticedAfterMs?: number) => void
}

type Wires = {
  readonly mayLead?: boolean
  readonly enters?: boolean
  readonly delayMs?: readonly [number, number]
  readonly clockOffMs?: number
}

/** Carries messages one way, each with a delay and never out of order. */
type Pipe = (act: () => void) => void

type Line = { readonly listener: RoomListener; readonly down: Pipe; isOpen: boolean }

/** Makes a server channel with slow connections; it stores only who is present. */
export function makeRoomNetwork(clock: FakeClock, random: () => number = () => 0.5): RoomNetwork {
  return new RoomNetwork(clock, random)
}

class RoomNetwork {
  readonly #clock: FakeClock
  readonly #random: () => number
  readonly #lines = new Map<string, Line>()
  readonly #shown = new Map<string, object>()
  #messages = 0

  constructor(clock: FakeClock, random: () => number) {
    this.#clock = clock
    this.#random = random
  }

  countMessages = (): number => this.#messages

  join = (
    id: string,
    { mayLead = true, enters = true, delayMs: [least, most] = [0, 0], clockOffMs = 0 }: Wires = {},
  ): RoomMember => {
    let stalledUntil = 0
    const delay = (): number => {
      const wait = least + this.#random() * (most - least)
      return Math.max(wait, stalledUntil - this.#clock.elapsed() + wait)
    }
    // Each device has its own clock, set to anything.
    const timers = { elapsed: () => this.#clock.elapsed() + clockOffMs, after: this.#clock.after }
    const together = makeTogether({
      id,
      userId: toId<UserId>(`user-${id}`),
      mayLead,
      timers,
      clock: makeSharedClock(this.#makeTimeServer(delay), timers),
      ownStrokes: () => [],
      join: (listener) => this.#connect(id, listener, delay),
    })
    if (enters) together.enter()
    const close = (): void => this.#close(id)
    return {
      id,
      together,
      stall: (milliseconds) => {
        stalledUntil = this.#clock.elapsed() + milliseconds
      },
      kill: (noticedAfterMs = 0) => {
        const line = this.#lines.get(id)
        if (line !== undefined) line.isOpen = false
        this.#clock.after(noticedAfterMs, close)
      },
    }
  }

  #makeTimeServer(delay: () => number): () => Promise<number> {
    return async () =>
      await new Promise((resolve) => {
        this.#clock.after(delay(), () => {
          const time = 1_700_000_000_000 + this.#clock.elapsed()
          this.#clock.after(delay(), () => resolve(time))
        })
      })
  }

  #connect(id: string, listener: RoomListener, delay: () => number): RoomChannel {
    const [upPipe, down] = [this.#makePipe(delay), this.#makePipe(delay)]
    const line: Line = { listener, down, isOpen: true }
    this.#lines.set(id, line)
    const up = (act: () => void): void => {
      if (line.isOpen) upPipe(() => line.isOpen && act())
    }
    up(() => {
      down(() => line.isOpen && listener.onJoined(true))
      this.#tellPeople(line)
    })
    return {
      say: (message) => up(() => this.#send(id, (other) => other.onSaid(structuredClone(message)))),
      lead: (state) => up(() => this.#send(id, (other) => other.onLed(structuredClone(state)))),
      show: (presented) =>
        up(() => {
          this.#shown.set(id, presented)
          this.#tellPeople()
        }),
      leave: () => this.#close(id),
    }
  }

  #makePipe(delay: () => number): Pipe {
    let freeAt = 0
    return (act) => {
      freeAt = Math.max(freeAt, this.#clock.elapsed() + delay())
      this.#clock.after(freeAt - this.#clock.elapsed(), act)
    }
  }

  #send(from: string, act: (listener: RoomListener) => void): void {
    this.#messages += 1
    for (const [id, line] of this.#lines) if (id !== from) line.down(() => line.isOpen && act(line.listener))
  }

  #tellPeople(...only: readonly Line[]): void {
    for (const line of only.length > 0 ? only : this.#lines.values()) {
      line.down(() => line.isOpen && line.listener.onPeople(new Map(this.#shown)))
    }
  }

  #close(id: string): void {
    const line = this.#lines.get(id)
    if (line !== undefined) line.isOpen = false
    this.#lines.delete(id)
    this.#shown.delete(id)
    this.#tellPeople()
  }
}

/** Makes a film that follows a room as in a browser: seeking takes time, and its clock is slightly off. */
export function makeFollowingFilm(
  together: Together,
  {
    clock,
    frames = 100_000,
    seekMs = () => 60,
    wrongness = 0,
  }: {
    readonly clock: FakeClock
    readonly frames?: number
    readonly seekMs?: () => number
    readonly wrongness?: number
  },
) {
  const frameClock: FrameClock = makeSteadyClock(toFrameRate(24), frames)
  let seconds = frameClock.seekTimeOf(0)
  let [speed, bend, seekingUntil, steppedAt] = [0, 1, 0, clock.elapsed()]
  let entryId: string | undefined
  const run = (): void => {
    const now = clock.elapsed()
    if (now >= seekingUntil)
      seconds += (Math.min(now - steppedAt, now - seekingUntil) / 1000) * speed * bend * (1 + wrongness)
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
