import { framesPerSecond } from '#core/revisions/frame-rate.ts'
import type { PlayerState } from './player-state.ts'

export type ReverseRun = { readonly start: () => void; readonly stop: () => void; readonly isRunning: () => boolean }

type Film = {
  readonly getState: () => PlayerState
  readonly seek: (frame: number) => void
  /** The film, or its range, has reached its first frame. */
  readonly end: (frame: number) => void
}

/** Plays a film backwards. Browsers cannot: it is a series of seeks, as many as the decoder keeps up with. */
export function makeReverseRun({ getState, seek, end }: Film): ReverseRun {
  let running: { readonly fromFrame: number; readonly sinceMs: number } | undefined
  let asked = 0
  const run = (nowMs: number): void => {
    if (running === undefined) return
    const { rate, speed, shuttle, range, isLooping, frameCount } = getState()
    const passed = ((nowMs - running.sinceMs) / 1000) * framesPerSecond(rate) * speed * Math.abs(shuttle)
    const frame = Math.round(running.fromFrame - Math.max(0, passed))
    const first = range?.from ?? 0
    if (frame > first) seek(frame)
    else if (isLooping) running = { fromFrame: range?.to ?? frameCount - 1, sinceMs: nowMs }
    else return end(first)
    asked = requestAnimationFrame(run)
  }
  return {
    start: () => {
      running = { fromFrame: getState().frame, sinceMs: performance.now() }
      asked = requestAnimationFrame(run)
    },
    stop: () => {
      running = undefined
      cancelAnimationFrame(asked)
    },
    isRunning: () => running !== undefined,
  }
}
