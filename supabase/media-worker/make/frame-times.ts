import type { Frame, Stream } from 'node-av'

/** Counts a film's frames, and gives them increasing times that begin at 0. */
export class FrameTimes {
  count = 0
  readonly #stream: Stream
  #first = 0n
  #last = -1n
  #end = 0n

  constructor(stream: Stream) {
    this.#stream = stream
  }

  /** Gives a frame its time, in the stream's own ticks; returns it in seconds. */
  take(frame: Frame): number {
    const { num, den } = this.#stream.timeBase
    const length = this.#lengthOf(frame)
    if (this.count === 0) this.#first = frame.pts
    const wanted = frame.pts - this.#first
    // A frame without a time, or with one already used, follows the previous one.
    frame.pts = wanted > this.#last && wanted < this.#end + 1_000_000_000n ? wanted : this.#last + length
    this.#last = frame.pts
    this.#end = frame.pts + length
    frame.duration = length
    this.count += 1
    return (Number(frame.pts) * num) / den
  }

  toFacts(): { frame_count: number; frame_rate: string; duration_ms: number } {
    const { num, den } = this.#stream.timeBase
    const seconds = (Number(this.#end) * num) / den
    const rate = this.#stream.avgFrameRate
    const isSteady = rate.num > 0 && rate.den > 0 && Math.abs((seconds * rate.num) / rate.den - this.count) < 1
    const [upper, lower] = isSteady ? [rate.num, rate.den] : [this.count * den, Number(this.#end) * num]
    const divisor = findDivisor(upper, lower)
    return {
      frame_count: this.count,
      frame_rate: `${upper / divisor}/${lower / divisor}`,
      duration_ms: Math.round(seconds * 1000),
    }
  }

  #lengthOf(frame: Frame): bigint {
    if (frame.duration > 0n) return frame.duration
    const { timeBase, avgFrameRate: rate } = this.#stream
    if (rate.num === 0 || timeBase.num === 0) return 1n
    return BigInt(Math.max(1, Math.round((rate.den * timeBase.den) / (rate.num * timeBase.num))))
  }
}

function findDivisor(first: number, second: number): number {
  return second === 0 ? Math.max(1, first) : findDivisor(second, first % second)
}
