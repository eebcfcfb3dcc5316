import {
  frameAtTime,
  frameCountOf,
  frameOfTimestamp,
  framesPerSecond,
  parseFrameRate,
  seekTimeOf,
  snapFrameRate,
  type FrameRate,
} from '#core/domain/frame-rate.ts'
import { clamp } from '#core/lib/numbers.ts'

/** What a player needs of a video element; a test gives it another. */
export type VideoSurface = Pick<
  HTMLVideoElement,
  | 'currentTime'
  | 'duration'
  | 'readyState'
  | 'playbackRate'
  | 'loop'
  | 'muted'
  | 'src'
  | 'play'
  | 'pause'
  | 'load'
  | 'addEventListener'
  | 'requestVideoFrameCallback'
  | 'cancelVideoFrameCallback'
>

/** Frames count from 0; `shuttle` is how many times faster than real time it runs, backwards below 0, and 0 at rest. */
export type PlayerState = {
  readonly frame: number
  readonly frameCount: number
  readonly rate: FrameRate
  /** False until the rate is known from the file or by measuring; the default is shown meanwhile. */
  readonly isRateKnown: boolean
  readonly shuttle: number
  readonly speed: number
  readonly isLooping: boolean
  readonly isMuted: boolean
  /** The part that is played, both frames included. */
  readonly range: { readonly from: number; readonly to: number } | undefined
  /** The frame the browser has really painted last. */
  readonly paintedFrame: number | undefined
}

type Facts = { readonly frameRate: string | undefined; readonly frameCount: number | undefined }

export const playbackSpeeds = [0.25, 0.5, 1, 1.5, 2] as const
const fastestShuttle = 8
const haveMetadata = 1

/** A video by frames: it always stands on a whole frame, and says which. */
export class FramePlayer {
  readonly #video: VideoSurface
  readonly #facts: Facts
  readonly #leaving = new AbortController()
  readonly #listeners = new Set<() => void>()
  #state: PlayerState
  /** Where it is to stand; a seek under way is followed by one to the newest target. */
  #target: number | undefined
  #sought: number | undefined
  #resumes = false
  #callback = 0
  #reverse: { readonly fromFrame: number; readonly sinceMs: number } | undefined
  #reverseFrame = 0

  constructor(video: VideoSurface, facts: Facts) {
    this.#video = video
    this.#facts = facts
    this.#state = {
      frame: 0,
      frameCount: facts.frameCount ?? 1,
      rate: facts.frameRate === undefined ? snapFrameRate(undefined) : parseFrameRate(facts.frameRate),
      isRateKnown: facts.frameRate !== undefined,
      shuttle: 0,
      speed: 1,
      isLooping: false,
      isMuted: video.muted,
      range: undefined,
      paintedFrame: undefined,
    }
    const options = { signal: this.#leaving.signal }
    video.addEventListener('loadedmetadata', this.#onMetadata, options)
    video.addEventListener('seeked', this.#onSeeked, options)
    video.addEventListener('pause', this.#onPause, options)
    video.addEventListener('ended', this.#onEnded, options)
    this.#callback = video.requestVideoFrameCallback(this.#onPainted)
  }

  getState = (): PlayerState => this.#state

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Shows the video at an address; a fresh address of the same video goes on where the old one stood. */
  setSource(url: string): void {
    if (this.#video.src === url) return
    if (this.#video.src !== '') {
      this.#resumes = this.#state.shuttle > 0
      this.#target = this.#state.frame
      this.#sought = undefined
    }
    this.#video.src = url
    this.#video.load()
  }

  /** What measuring found, for a file that does not say. */
  setRate(rate: FrameRate): void {
    const frame = frameAtTime(this.#video.currentTime, rate)
    this.#set({ rate, isRateKnown: true, frameCount: this.#countFrames(rate), frame })
  }

  togglePlay(): void {
    if (this.#state.shuttle === 0) this.play(1)
    else this.pause()
  }

  /** Plays at so many times real time; a negative number plays backwards, without sound. */
  play(shuttle: number): void {
    const { frame, frameCount, range } = this.#state
    const [from, to] = [range?.from ?? 0, range?.to ?? frameCount - 1]
    if (shuttle > 0 && (frame >= to || frame < from)) this.#seek(from)
    this.#set({ shuttle })
    this.#stopReverse()
    if (shuttle < 0) {
      this.#video.pause()
      this.#startReverse()
      return
    }
    this.#video.playbackRate = shuttle * this.#state.speed
    // A play that a pause or a new source overtakes is refused; the newer wish stands.
    this.#video.play().catch(() => this.#set({ shuttle: 0 }))
  }

  pause(): void {
    this.#stopReverse()
    this.#set({ shuttle: 0 })
    this.#video.pause()
  }

  /** J and L: once more in the same direction is twice as fast, the other direction starts anew. */
  shuttle(direction: 1 | -1): void {
    const { shuttle } = this.#state
    const isSame = Math.sign(shuttle) === direction
    this.play(isSame ? direction * Math.min(fastestShuttle, Math.abs(shuttle) * 2) : direction)
  }

  /** Pauses and moves by whole frames. */
  step(frames: number): void {
    this.pause()
    this.#seek(this.#state.frame + frames)
  }

  stepSeconds(seconds: number): void {
    this.step(Math.round(seconds * framesPerSecond(this.#state.rate)))
  }

  /** Pauses and stands on a frame. */
  seekFrame(frame: number): void {
    this.pause()
    this.#seek(frame)
  }

  seekEnd(): void {
    this.seekFrame(this.#state.frameCount - 1)
  }

  setSpeed(speed: number): void {
    this.#set({ speed })
    if (this.#state.shuttle > 0) this.#video.playbackRate = this.#state.shuttle * speed
  }

  toggleLoop(): void {
    this.#set({ isLooping: !this.#state.isLooping })
    this.#showLoop()
  }

  toggleMuted(): void {
    this.#video.muted = !this.#video.muted
    this.#set({ isMuted: this.#video.muted })
  }

  /** Makes this frame an end of the part that is played. */
  markRange(end: 'from' | 'to'): void {
    const { frame, frameCount, range = { from: 0, to: frameCount - 1 } } = this.#state
    const next = { ...range, [end]: frame }
    // An end set beyond the other starts a new part there.
    const isTurned = next.from > next.to
    this.#set({ range: isTurned ? { from: frame, to: end === 'from' ? frameCount - 1 : frame } : next })
    this.#showLoop()
  }

  clearRange(): void {
    this.#set({ range: undefined })
    this.#showLoop()
  }

  close(): void {
    this.#stopReverse()
    this.#leaving.abort()
    this.#video.cancelVideoFrameCallback(this.#callback)
    this.#listeners.clear()
  }

  #set(changes: Partial<PlayerState>): void {
    this.#state = { ...this.#state, ...changes }
    for (const listener of this.#listeners) listener()
  }

  #countFrames(rate: FrameRate): number {
    const { duration } = this.#video
    if (this.#facts.frameCount !== undefined) return this.#facts.frameCount
    return Number.isFinite(duration) ? frameCountOf(duration, rate) : 1
  }

  #seek(frame: number): void {
    // Before its length is known a film takes any frame: the metadata that come later hold it to the last.
    const isCounted = this.#facts.frameCount !== undefined || this.#video.readyState >= haveMetadata
    const max = isCounted ? this.#state.frameCount - 1 : Number.MAX_SAFE_INTEGER
    const target = clamp(Math.round(frame), { min: 0, max })
    this.#set({ frame: target })
    this.#target = target
    if (this.#sought === undefined && this.#video.readyState >= haveMetadata) this.#startSeek(target)
  }

  #startSeek(frame: number): void {
    this.#sought = frame
    this.#video.currentTime = seekTimeOf(frame, this.#state.rate)
  }

  #onMetadata = (): void => {
    this.#set({ frameCount: this.#countFrames(this.#state.rate) })
    this.#sought = undefined
    if (this.#target !== undefined) this.#seek(this.#target)
    if (this.#resumes) this.play(Math.max(1, this.#state.shuttle))
    this.#resumes = false
  }

  #onSeeked = (): void => {
    if (this.#target !== undefined && this.#sought !== this.#target) return this.#startSeek(this.#target)
    this.#sought = undefined
    this.#target = undefined
  }

  #onPause = (): void => {
    // A reload for a fresh address, or a reverse run, pauses the element and not the person's wish.
    if (this.#state.shuttle > 0 && !this.#resumes) this.#set({ shuttle: 0 })
  }

  #onEnded = (): void => {
    if (this.#state.isLooping) return this.play(Math.max(1, this.#state.shuttle))
    this.#set({ shuttle: 0, frame: this.#state.frameCount - 1 })
  }

  #onPainted: VideoFrameRequestCallback = (_now, { mediaTime }) => {
    this.#callback = this.#video.requestVideoFrameCallback(this.#onPainted)
    const { rate, frameCount } = this.#state
    const paintedFrame = clamp(frameOfTimestamp(mediaTime, rate), { min: 0, max: frameCount - 1 })
    const isOnItsWay = this.#target !== undefined || this.#reverse !== undefined
    this.#set(isOnItsWay ? { paintedFrame } : { paintedFrame, frame: paintedFrame })
    if (!isOnItsWay) this.#keepInRange(paintedFrame)
  }

  #keepInRange(frame: number): void {
    const { range, shuttle, isLooping } = this.#state
    if (range === undefined || shuttle <= 0 || frame < range.to) return
    if (isLooping) this.#seek(range.from)
    else this.seekFrame(range.to)
  }

  #showLoop(): void {
    // The browser's own loop has no gap; a part of the video has to be led back by hand.
    this.#video.loop = this.#state.isLooping && this.#state.range === undefined
  }

  #startReverse(): void {
    this.#reverse = { fromFrame: this.#state.frame, sinceMs: performance.now() }
    this.#reverseFrame = requestAnimationFrame(this.#runReverse)
  }

  #stopReverse(): void {
    this.#reverse = undefined
    cancelAnimationFrame(this.#reverseFrame)
  }

  // No browser plays backwards: it is a row of seeks, as many as the decoder keeps up with.
  #runReverse = (nowMs: number): void => {
    if (this.#reverse === undefined) return
    const { rate, speed, shuttle, range, isLooping, frameCount } = this.#state
    const passed = ((nowMs - this.#reverse.sinceMs) / 1000) * framesPerSecond(rate) * speed * Math.abs(shuttle)
    const frame = Math.round(this.#reverse.fromFrame - Math.max(0, passed))
    const first = range?.from ?? 0
    if (frame > first) this.#seek(frame)
    else if (isLooping) {
      this.#reverse = { fromFrame: range?.to ?? frameCount - 1, sinceMs: nowMs }
    } else return this.seekFrame(first)
    this.#reverseFrame = requestAnimationFrame(this.#runReverse)
    return undefined
  }
}
