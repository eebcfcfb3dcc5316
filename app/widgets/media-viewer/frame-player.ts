import { makeSteadyClock, type FrameClock } from '#core/revisions/frame-clock.ts'
import { frameCountOf, framesPerSecond, parseFrameRate, type FrameRate } from '#core/revisions/frame-rate.ts'
import { clamp } from '#core/lib/numbers.ts'
import { extendRange, newState, type Facts, type PlayerSettings, type PlayerState } from './player-state.ts'
import { makeReverseRun, type ReverseRun } from './reverse-run.ts'
import { longestSeekMs, mostRecoveries, lateMs, mostRepaints, mostRestedMs } from './seek-limits.ts'
import type { Sound } from './sound-store.ts'
import { ObservableState } from './observable-state.ts'
import type { VideoSurface } from './video-surface.ts'

const [fastestShuttle, haveMetadata, haveFutureData] = [8, 1, 3]

/** Plays a video by frames: it is always on a whole frame, and says which. */
export class FramePlayer {
  readonly #video: VideoSurface
  readonly #leaving = new AbortController()
  readonly #reverse: ReverseRun
  readonly #told: ObservableState
  #clock: FrameClock
  /** The frame count from the database. */
  #knownCount: number | undefined
  /** Whether the frame times came from the container. */
  #isRead = false
  /** Whether the clock's frame count is real, not a guess before anything is known. */
  #isCounted: boolean
  /** The frame to end up on; a seek under way is followed by one to the newest target. */
  #target: number | undefined
  #sought: number | undefined
  #soughtAtMs = 0
  #resumes = false
  #callback = 0
  #wishes = 0
  #plays = 0
  #lateTimer: ReturnType<typeof setTimeout> | undefined
  #repaints = 0
  #recoveries = 0
  /** Whether the seek under way was not requested: the frame that could not be shown stays named. */
  #isGivenUp = false
  #seekTimer: ReturnType<typeof setTimeout> | undefined
  /** Whether the browser has reported a picture since the last seek started. */
  #isPainted = false
  #paintedAtMs = 0

  constructor(video: VideoSurface, facts: Facts) {
    this.#video = video
    this.#reverse = makeReverseRun({
      getState: this.getState,
      seek: (frame) => this.#seek(frame),
      end: (frame) => this.stand(frame),
    })
    this.#knownCount = facts.frameCount
    this.#isCounted = facts.frameCount !== undefined
    this.#told = new ObservableState(newState(facts))
    const { rate, frameCount } = this.getState()
    this.#clock = makeSteadyClock(rate, frameCount)
    const options = { signal: this.#leaving.signal }
    video.addEventListener('loadedmetadata', this.#onMetadata, options)
    video.addEventListener('seeked', this.#onSeeked, options)
    video.addEventListener('pause', this.#onPause, options)
    video.addEventListener('ended', this.#onEnded, options)
    this.#callback = video.requestVideoFrameCallback(this.#onPainted)
  }

  getState = (): PlayerState => this.#told.get()
  getSettings = (): PlayerSettings => this.#told.getSettings()
  subscribe = (listener: () => void): (() => void) => this.#told.subscribe(listener)

  /** Shows the video at a URL; a fresh URL of the same video continues where the old one was. */
  setSource(url: string): void {
    if (this.#video.src === url && this.#video.error === null) return
    if (this.#video.src !== '') {
      this.#resumes = this.getState().shuttle > 0
      this.#target = this.getState().frame
      this.#sought = undefined
    }
    // A new URL loads by itself; calling `load` would start it twice.
    this.#video.src = url
  }

  /**
   * Returns to the last frame seen after the film failed on its way to another, which is named. Returns false if there
   * is none, or if it fails repeatedly.
   */
  recover(): boolean {
    const { paintedFrame, frame } = this.getState()
    if (paintedFrame === undefined || this.#recoveries >= mostRecoveries) return false
    this.#recoveries += 1
    this.pause()
    const unshownFrame = this.#target ?? frame
    this.#target = paintedFrame
    this.#sought = undefined
    this.#isGivenUp = true
    this.#told.set({ frame: paintedFrame, unshownFrame })
    const { src } = this.#video
    this.#video.src = src
    return true
  }

  /** Sets the measured rate, for a file that does not state one. */
  setRate(rate: FrameRate): void {
    this.#takeClock(makeSteadyClock(rate, this.#knownCount ?? this.#guessCount(rate)))
  }

  /** Sets what the database has learned of the film since; the container's data takes precedence. */
  setFacts({ frameRate, frameCount }: Facts): void {
    this.#knownCount = frameCount
    if (this.#isRead || frameRate === undefined) return
    const rate = parseFrameRate(frameRate)
    this.#takeClock(makeSteadyClock(rate, frameCount ?? this.#guessCount(rate)))
  }

  /** Sets the frame times from the film's container; the current frame stays. */
  setClock(clock: FrameClock): void {
    this.#isRead = true
    this.#takeClock(clock)
  }

  #takeClock(clock: FrameClock): void {
    this.#clock = clock
    this.#isCounted = true
    const { rate, frameCount, isVariable } = clock
    const isOnItsWay = this.#target !== undefined || this.#sought !== undefined
    this.#told.set({ rate, frameCount, isVariable, isRateKnown: true })
    if (isOnItsWay) {
      this.#sought = undefined
      this.#seek(this.getState().frame)
    } else if (this.#video.readyState >= haveMetadata) this.#told.set({ frame: this.frameAt(this.#video.currentTime) })
    // Notifies even if nothing visible changed: frames now have other times.
    this.#told.tell()
  }

  getClock = (): FrameClock => this.#clock

  /** Returns the seek position of the current frame, in seconds. */
  getSeconds(): number {
    return this.#clock.seekTimeOf(this.getState().frame)
  }

  /** Returns the frame shown at a position in seconds. */
  frameAt(seconds: number): number {
    return clamp(this.#clock.frameAtTime(seconds), { min: 0, max: this.getState().frameCount - 1 })
  }

  /** Pauses on the frame shown at a position in seconds. */
  seekSeconds(seconds: number): void {
    this.seekFrame(this.#clock.frameAtTime(seconds))
  }

  togglePlay(): void {
    this.#wishes += 1
    if (this.getState().shuttle === 0) this.play(1)
    else this.pause()
  }

  /** Plays at a multiple of real time; a negative number plays backwards, without sound. */
  play(shuttle: number): void {
    const asked = (this.#plays += 1)
    const { frame, frameCount, range } = this.getState()
    const [from, to] = [range?.from ?? 0, range?.to ?? frameCount - 1]
    if (shuttle > 0 && (frame >= to || frame < from)) this.#seek(from)
    this.#told.set({ shuttle })
    this.#reverse.stop()
    if (shuttle < 0) {
      this.#video.pause()
      this.#reverse.start()
      return
    }
    this.#video.playbackRate = shuttle * this.getState().speed
    // A play interrupted by a pause, a new source or another play is rejected; the newer request counts.
    this.#video.play().catch(() => asked === this.#plays && this.#told.set({ shuttle: 0 }))
  }

  pause(): void {
    this.#reverse.stop()
    this.#told.set({ shuttle: 0 })
    this.#video.pause()
  }

  /** J and L: the same direction again doubles the speed, the other direction starts at normal speed. */
  shuttle(direction: 1 | -1): void {
    this.#wishes += 1
    const { shuttle } = this.getState()
    const isSame = Math.sign(shuttle) === direction
    this.play(isSame ? direction * Math.min(fastestShuttle, Math.abs(shuttle) * 2) : direction)
  }

  /** Pauses and moves by whole frames. */
  step(frames: number): void {
    this.seekFrame(this.getState().frame + frames)
  }

  stepSeconds(seconds: number): void {
    this.step(Math.round(seconds * framesPerSecond(this.getState().rate)))
  }

  /** Pauses on a frame, at a person's request. */
  seekFrame(frame: number): void {
    this.#wishes += 1
    this.stand(frame)
  }

  /** Pauses on a frame. */
  stand(frame: number): void {
    this.pause()
    this.#seek(frame)
  }

  /** Goes to a frame and plays from there. */
  jump(frame: number, speed: number): void {
    this.#seek(frame)
    this.play(speed / this.getState().speed)
  }

  /** Plays slightly faster or slower than requested, to catch up unnoticed. */
  bend(by: number): void {
    const { shuttle, speed } = this.getState()
    if (shuttle > 0) this.#video.playbackRate = shuttle * speed * by
  }

  /** Whether it has nothing to play yet: a seek or the following data has not arrived. */
  isWaiting = (): boolean => this.#video.readyState < haveFutureData

  /** The position of its element, in seconds. */
  getPosition = (): number => this.#video.currentTime

  /** Counts a person's requests: someone following another person is released when it increases. */
  countWishes = (): number => this.#wishes

  seekEnd(): void {
    this.seekFrame(this.getState().frameCount - 1)
  }

  setSpeed(speed: number): void {
    this.#told.set({ speed })
    if (this.getState().shuttle > 0) this.#video.playbackRate = this.getState().shuttle * speed
  }

  toggleLoop(): void {
    this.#told.set({ isLooping: !this.getState().isLooping })
    this.#showLoop()
  }

  setSound({ volume, isMuted }: Sound): void {
    Object.assign(this.#video, { volume, muted: isMuted })
  }

  /** Marks the current frame as an end of the played range. */
  markRange(end: 'from' | 'to'): void {
    this.setRange(extendRange(this.getState(), end))
  }

  setRange(range: PlayerState['range']): void {
    this.#told.set({ range })
    this.#showLoop()
  }

  close(): void {
    this.#reverse.stop()
    clearTimeout(this.#lateTimer)
    clearTimeout(this.#seekTimer)
    this.#leaving.abort()
    this.#video.cancelVideoFrameCallback(this.#callback)
    this.#told.close()
  }

  /** Reloads a film soon to be played: browsers drop the loaded data of a film that was idle for long. */
  wake(): void {
    const { frame } = this.getState()
    if (this.#isWaitingOn(frame) && performance.now() - this.#paintedAtMs > mostRestedMs) this.#seek(frame)
  }

  #isWaitingOn(frame: number): boolean {
    const { paintedFrame, shuttle } = this.getState()
    if (shuttle !== 0 || !this.#isPainted || this.#target !== undefined || this.isWaiting()) return false
    return paintedFrame === frame && this.frameAt(this.#video.currentTime) === frame
  }

  #guessCount = (rate: FrameRate): number =>
    Number.isFinite(this.#video.duration) ? frameCountOf(this.#video.duration, rate) : 1

  #seek(frame: number): void {
    // Until its length is known, a film accepts any frame: the metadata will clamp it to the last.
    const max = this.#isCounted ? this.getState().frameCount - 1 : Number.MAX_SAFE_INTEGER
    const target = clamp(Math.round(frame), { min: 0, max })
    this.#target = target
    this.#repaints = 0
    this.#isGivenUp = false
    const isFree = this.#sought === undefined || performance.now() - this.#soughtAtMs > longestSeekMs
    // Moves the film before notifying listeners.
    if (isFree && this.#video.readyState >= haveMetadata) this.#startSeek(target)
    this.#told.set({ frame: target, unshownFrame: undefined })
  }

  #startSeek(frame: number): void {
    this.#isPainted = false
    this.#sought = frame
    this.#soughtAtMs = performance.now()
    this.#video.currentTime = this.#clock.seekTimeOf(frame)
    clearTimeout(this.#seekTimer)
    this.#seekTimer = setTimeout(() => this.#giveUp(frame), longestSeekMs * 2)
  }

  /** Ends a seek that never finishes: returns to the last frame seen. */
  #giveUp(frame: number): void {
    const { paintedFrame } = this.getState()
    if (this.#sought !== frame || this.#target !== frame || this.getState().shuttle !== 0) return
    if (paintedFrame === undefined || paintedFrame === frame || this.#isGivenUp) return
    this.#isGivenUp = true
    this.#target = paintedFrame
    this.#told.set({ frame: paintedFrame, unshownFrame: frame })
    this.#startSeek(paintedFrame)
  }

  #onMetadata = (): void => {
    if (!this.#isCounted) {
      const { rate } = this.#clock
      this.#clock = makeSteadyClock(rate, this.#guessCount(rate))
      this.#isCounted = true
      this.#told.set({ frameCount: this.#clock.frameCount })
    }
    this.#sought = undefined
    if (this.#target !== undefined && this.#isGivenUp) this.#startSeek(this.#target)
    else if (this.#target !== undefined) this.#seek(this.#target)
    if (this.#resumes) this.play(Math.max(1, this.getState().shuttle))
    this.#resumes = false
  }

  #onSeeked = (): void => {
    clearTimeout(this.#seekTimer)
    if (this.#target !== undefined && this.#sought !== this.#target) return this.#startSeek(this.#target)
    this.#sought = undefined
    this.#target = undefined
    this.#expectPaint()
  }

  #onPause = (): void => {
    // A reload for a fresh URL, a reverse run and the film's end pause the element without the person asking.
    if (this.getState().shuttle > 0 && !this.#resumes && !this.#video.ended) this.#told.set({ shuttle: 0 })
  }

  #onEnded = (): void => {
    // `ended` also fires after a seek to the end, and late: by then another frame may be sought or shown.
    if (this.getState().shuttle <= 0 || this.#target !== undefined) return
    if (this.getState().isLooping) return this.play(Math.max(1, this.getState().shuttle))
    this.#told.set({ shuttle: 0, frame: this.getState().frameCount - 1 })
  }

  #onPainted: VideoFrameRequestCallback = (_now, { mediaTime }) => {
    this.#callback = this.#video.requestVideoFrameCallback(this.#onPainted)
    this.#isPainted = true
    this.#paintedAtMs = performance.now()
    this.#recoveries = 0
    const { frameCount } = this.getState()
    const paintedFrame = clamp(this.#clock.frameOfTimestamp(mediaTime), { min: 0, max: frameCount - 1 })
    const isOnItsWay = this.#target !== undefined || this.#reverse.isRunning() || this.#isLate(mediaTime)
    this.#told.set(isOnItsWay ? { paintedFrame } : { paintedFrame, frame: paintedFrame })
    if (!isOnItsWay) this.#keepInRange(paintedFrame)
  }

  /**
   * Tells whether a painted frame is late: at rest, browsers may report the frame they left after the seek has ended.
   */
  #isLate(mediaTime: number): boolean {
    clearTimeout(this.#lateTimer)
    if (this.getState().shuttle !== 0) return false
    const { frame } = this.getState()
    if (this.#clock.frameOfTimestamp(mediaTime) === frame) return false
    if (this.frameAt(this.#video.currentTime) !== frame) return false
    this.#expectPaint()
    return true
  }

  /** Checks at rest that the named frame is on screen: if not, seeks again, and finally names the frame that is. */
  #expectPaint(): void {
    clearTimeout(this.#lateTimer)
    this.#lateTimer = setTimeout(() => {
      const { frame, paintedFrame, shuttle } = this.getState()
      if (shuttle !== 0 || this.#target !== undefined || paintedFrame === undefined) return
      // A report from before the seek says nothing about the screen now.
      if (paintedFrame === frame && this.#isPainted) return
      if (this.#repaints >= mostRepaints) return this.#told.set({ frame: paintedFrame, unshownFrame: frame })
      this.#repaints += 1
      this.#target = frame
      this.#startSeek(frame)
    }, lateMs)
  }

  #keepInRange(frame: number): void {
    const { range, shuttle, isLooping } = this.getState()
    if (range === undefined || shuttle <= 0 || frame < range.to) return
    if (isLooping) this.#seek(range.from)
    else this.stand(range.to)
  }

  #showLoop(): void {
    // The browser's own loop has no gap; a range has to be looped by hand.
    this.#video.loop = this.getState().isLooping && this.getState().range === undefined
  }
}
