import type { VideoSurface } from '#app/widgets/media-viewer/video-surface.ts'

/** A video of 24 frames a second that seeks and paints only when told to. */
export class FakeVideo extends EventTarget implements VideoSurface {
  currentTime = 0
  duration = 5
  readyState = 1
  ended = false
  readonly error = null
  playbackRate = 1
  loop = false
  muted = false
  volume = 1
  isPlaying = false
  loads = 0
  #src = ''
  #painted: VideoFrameRequestCallback | undefined

  play = async (): Promise<void> => {
    this.isPlaying = true
    await Promise.resolve()
  }
  pause = (): void => {
    this.isPlaying = false
    this.dispatchEvent(new Event('pause'))
  }
  get src(): string {
    return this.#src
  }
  /** Setting an address loads it. */
  set src(address: string) {
    this.#src = address
    this.loads += 1
    this.readyState = 0
  }
  requestVideoFrameCallback = (callback: VideoFrameRequestCallback): number => {
    this.#painted = callback
    return 1
  }
  cancelVideoFrameCallback = (): void => {
    this.#painted = undefined
  }
  paint(mediaTime: number): void {
    // The player reads only the media time.
    this.#painted?.(0, { mediaTime } as VideoFrameCallbackMetadata)
  }
  tell(event: 'seeked' | 'loadedmetadata' | 'ended'): void {
    if (event === 'loadedmetadata') this.readyState = 1
    this.dispatchEvent(new Event(event))
  }
  /** Ends playback as browsers do: with a pause event and then the ended event. */
  end(): void {
    this.ended = true
    this.pause()
    this.tell('ended')
  }
}
