import { makeSteadyClock, type FrameClock } from '#core/revisions/frame-clock.ts'
import { frameCountOf, framesPerSecond, parseFrameRate, type FrameRate } from '#core/revisions/frame-rate.ts'
import { clamp } from '#core/lib/numbers.ts'
import { extendRange, newState, type Facts, type PlayerSettings, type PlayerState } from './player-state.ts'
import { makeReverseRun, type ReverseRun } from './reverse-run.ts'
import { longestSeekMs, mostRecoveries, lateMs, mostRepaints, mostRestedMs } from './seek-limits.ts'
import type { Sound } from './sound-store.ts'
import { ToldState } from './told-state.ts'
import type { VideoSurface } from './video-surface.ts'

const [fastestShuttle, haveMetadata, haveFutureData] = [8, 1, 3]

/** A video by frames: it always stands on a whole frame, and says which. */
export class FramePlayer {
  readonly #video: VideoSurface
  readonly #leaving = new AbortController()
  readonly #reverse: ReverseRun
  readonly #told: ToldState
  #clock: FrameClock
  /** As the database knows it. */
  #knownCount: number | undefined
  /** The container itself has said where its frames lie. */
  #isRead = false
  /** Whether the clock's last frame is the film's, and not a guess before anything of it is known. */
  #isCounted: boolean
  /** Where it is to stand; a seek under way is followed by one to the newest target. */
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
  /** Nobody asked for the seek under way: what could not be shown stays named. */
  #isGivenUp = false
  #seekTimer: ReturnType<typeof setTimeout> | undefined
  /** Whether the browser has told of a picture since the last seek began. */
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
    this.#told = new ToldState(newState(facts))
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

  /** Shows the video at an address; a fresh address of the same video goes on where the old one stood. */
  setSource(url: string): void {
    if (this.#video.src === url && this.#video.error === null) return
    if (this.#video.src !== '') {
      this.#resumes = this.getState().shuttle > 0
      this.#target = this.getState().frame
      this.#sought = undefined
    }
    // A new address loads by itself; asked for, it would begin twice.
    this.#video.src = url
  }

  /**
   * Goes back to the frame that was seen last after the film broke down on the way to another, which is named. False where there is
   * none, or it breaks down again and again.
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

  /** What measuring found, for a file that does not say. */
  setRate(rate: FrameRate): void {
    this.#takeClock(makeSteadyClock(rate, this.#knownCount ?? this.#guessCount(rate)))
  }

  /** What the database has come to know of the film since; what the container says goes before it. */
  setFacts({ frameRate, frameCount }: Facts): void {
    this.#knownCount = frameCount
    if (this.#isRead || frameRate === undefined) return
    const rate = parseFrameRate(frameRate)
    this.#takeClock(makeSteadyClock(rate, frameCount ?? this.#guessCount(rate)))
  }

  /** What the film's container says of its frames; it goes on standing where it stands. */
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
    // Also where all that shows stays: which moment a frame is has changed.
    this.#told.tell()
  }

  getClock = (): FrameClock => this.#clock

  /** The position in seconds of the frame it stands on. */
  getSeconds(): number {
    return this.#clock.seekTimeOf(this.getState().frame)
  }

  /** The frame shown at a position in seconds. */
  frameAt(seconds: number): number {
    return clamp(this.#clock.frameAtTime(seconds), { min: 0, max: this.getState().frameCount - 1 })
  }

  /** Pauses and stands on the frame shown at a position in seconds. */
  seekSeconds(seconds: number): void {
    this.seekFrame(this.#clock.frameAtTime(seconds))
  }

  togglePlay(): void {
    this.#wishes += 1
    if (this.getState().shuttle === 0) this.play(1)
    else this.pause()
  }

  /** Plays at so many times real time; a negative number plays backwards, without sound. */
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
    // A play that a pause, a new source or another play overtakes is refused; the newer wish stands.
    this.#video.play().catch(() => asked === this.#plays && this.#told.set({ shuttle: 0 }))
  }

  pause(): void {
    this.#reverse.stop()
    this.#told.set({ shuttle: 0 })
    this.#video.pause()
  }

  /** J and L: once more in the same direction is twice as fast, the other direction starts anew. */
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

  /** Pauses and stands on a frame, as a person asks for it. */
  seekFrame(frame: number): void {
    this.#wishes += 1
    this.stand(frame)
  }

  /** Pauses and stands on a frame. */
  stand(frame: number): void {
    this.pause()
    this.#seek(frame)
  }

  /** Goes to a frame and plays on from there. */
  jump(frame: number, speed: number): void {
    this.#seek(frame)
    this.play(speed / this.getState().speed)
  }

  /** Plays a little faster or slower than asked, to make up for a difference that nobody is to see. */
  bend(by: number): void {
    const { shuttle, speed } = this.getState()
    if (shuttle > 0) this.#video.playbackRate = shuttle * speed * by
  }

  /** Whether it has nothing to go on with yet: a seek has not arrived, or what comes next has not. */
  isWaiting = (): boolean => this.#video.readyState < haveFutureData

  /** Where its element is, in seconds. */
  getPosition = (): number => this.#video.currentTime

  /** Goes up with whatever a person does: who follows somebody else sees by it that they want to go their own way. */
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

  /** Makes this frame an end of the part that is played. */
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

  /** A browser lets go of what a film long at rest has loaded: soon to be played, it is loaded again. */
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
    // Before its length is known a film takes any frame: the metadata that come later hold it to the last.
    const max = this.#isCounted ? this.getState().frameCount - 1 : Number.MAX_SAFE_INTEGER
    const target = clamp(Math.round(frame), { min: 0, max })
    this.#target = target
    this.#repaints = 0
    this.#isGivenUp = false
    const isFree = this.#sought === undefined || performance.now() - this.#soughtAtMs > longestSeekMs
    // The film before what is said of it.
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

  /** A seek that never ends: back to what was seen last. */
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
    // A reload for a fresh address, a reverse run, or the film's end pauses the element and not the person's wish.
    if (this.getState().shuttle > 0 && !this.#resumes && !this.#video.ended) this.#told.set({ shuttle: 0 })
  }

  #onEnded = (): void => {
    // Told of a seek to the end too, and late: by then another frame may be sought, or be there.
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
   * At rest a browser may tell of the frame it left after it said that it had sought: a step would start from the wrong one.
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

  /** At rest the frame named is to be on the screen: it is sought again, and in the end the one that is there is named. */
  #expectPaint(): void {
    clearTimeout(this.#lateTimer)
    this.#lateTimer = setTimeout(() => {
      const { frame, paintedFrame, shuttle } = this.getState()
      if (shuttle !== 0 || this.#target !== undefined || paintedFrame === undefined) return
      // What was told before the seek says nothing of what is there now.
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
    // The browser's own loop has no gap; a part of the video has to be led back by hand.
    this.#video.loop = this.getState().isLooping && this.getState().range === undefined
  }
}
