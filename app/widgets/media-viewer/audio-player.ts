import { makeListeners } from '#core/lib/listeners.ts'
import { clamp } from '#core/lib/numbers.ts'
import type { Sound } from './sound-store.ts'

/** The state of a sound; the duration is 0 until it is known. */
export type AudioState = {
  readonly seconds: number
  readonly duration: number
  readonly isPlaying: boolean
  readonly isLooping: boolean
}

const watched = ['timeupdate', 'seeking', 'seeked', 'play', 'pause', 'ended', 'durationchange'] as const

/** Plays a sound, positioned in seconds. A fresh URL of the same sound continues where the old one was. */
export class AudioPlayer {
  readonly #element: HTMLAudioElement
  readonly #leaving = new AbortController()
  readonly #listeners = makeListeners()
  #state: AudioState = { seconds: 0, duration: 0, isPlaying: false, isLooping: false }

  constructor(element: HTMLAudioElement) {
    this.#element = element
    for (const name of watched) element.addEventListener(name, this.#look, { signal: this.#leaving.signal })
  }

  getState = (): AudioState => this.#state

  subscribe = this.#listeners.subscribe

  setSource(url: string): void {
    const element = this.#element
    if (element.src === new URL(url, location.href).href && element.error === null) return
    const { seconds, isPlaying } = this.#state
    element.src = url
    if (seconds === 0 && !isPlaying) return
    const restorePlace = (): void => {
      element.currentTime = seconds
      if (isPlaying) this.#play()
    }
    element.addEventListener('loadedmetadata', restorePlace, { once: true, signal: this.#leaving.signal })
  }

  togglePlay(): void {
    if (this.#element.paused) this.#play()
    else this.#element.pause()
  }

  seek(seconds: number): void {
    this.#element.currentTime = clamp(seconds, { min: 0, max: this.#state.duration })
  }

  stepSeconds(seconds: number): void {
    this.seek(this.#element.currentTime + seconds)
  }

  toggleLoop(): void {
    this.#element.loop = !this.#element.loop
    this.#look()
  }

  setSound({ volume, isMuted }: Sound): void {
    Object.assign(this.#element, { volume, muted: isMuted })
  }

  close(): void {
    this.#leaving.abort()
    this.#listeners.clear()
  }

  #play(): void {
    // A play that the browser refuses, or that a pause interrupts, simply does not happen.
    void this.#element.play().catch(() => undefined)
  }

  #look = (): void => {
    const { currentTime, duration, paused, loop } = this.#element
    this.#state = {
      // While a fresh URL loads, the element is at its start, but the person is not.
      seconds: this.#element.readyState === 0 ? this.#state.seconds : currentTime,
      duration: Number.isFinite(duration) ? duration : this.#state.duration,
      isPlaying: !paused,
      isLooping: loop,
    }
    this.#listeners.tell()
  }
}

/** Formats seconds as `m:ss`. */
export function formatClock(seconds: number): string {
  const whole = Math.floor(seconds)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
