import { makeListeners } from '#core/lib/listeners.ts'
import type { PlayerSettings, PlayerState } from './player-state.ts'

/** A player's state, which notifies listeners of changes. */
export class ObservableState {
  readonly #listeners = makeListeners()
  #state: PlayerState
  /** The state when anything but the frame last changed. */
  #settings: PlayerSettings

  constructor(state: PlayerState) {
    this.#state = state
    this.#settings = state
  }

  get = (): PlayerState => this.#state

  /** The same object from frame to frame, so that components reading it do not rerender while stepping. */
  getSettings = (): PlayerSettings => this.#settings

  subscribe = this.#listeners.subscribe

  set(changes: Partial<PlayerState>): void {
    const before = this.#state
    const after = { ...before, ...changes }
    const changed = (Object.keys(changes) as (keyof PlayerState)[]).filter((key) => after[key] !== before[key])
    if (changed.length === 0) return
    this.#state = after
    if (changed.some((key) => key !== 'frame' && key !== 'paintedFrame')) this.#settings = after
    this.tell()
  }

  /** Notifies of a change outside the state. */
  tell(): void {
    this.#listeners.tell()
  }

  close(): void {
    this.#listeners.clear()
  }
}
