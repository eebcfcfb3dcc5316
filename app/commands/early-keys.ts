import { isTextField } from '#app/lib/is-text-field.ts'

/** How long a screen's commands may take to arrive; later ones no longer answer a kept key. */
const OPENING_MS = 10_000
const LOOK_MS = 50

/** Runs the command the first keys now lead to, and returns how many keys it used. */
export type PlayKeys = (events: readonly KeyboardEvent[]) => number

export interface EarlyKeys {
  /** Listens for keys until a player is set with `playBy`, and for every pointer press. */
  readonly listen: () => void
  readonly playBy: (play: PlayKeys) => () => void
  /** Marks that another screen starts to open. */
  readonly screenOpens: () => void
  /** Keeps keys that lead to nothing yet; if no screen is opening, they are dropped. */
  readonly keep: (...events: readonly KeyboardEvent[]) => void
  readonly forget: () => void
}

/**
 * Buffers single keys pressed before the screen has registered its commands, and plays them in order once it has.
 * Anything else the person does, another key or a pointer press, drops them, and so does a focused text field: what may
 * have been meant as text never runs a command.
 */
function makeEarlyKeys(): EarlyKeys {
  // Until the first screen reports that it opens, the app itself is still loading.
  let openedAtMs = Infinity
  let kept: readonly KeyboardEvent[] = []
  let play: PlayKeys | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  const isOpening = (): boolean => performance.now() - openedAtMs < OPENING_MS
  const forget = (): void => {
    kept = []
  }
  const look = (): void => {
    timer = undefined
    if (!isOpening() || isTextField(document.activeElement)) forget()
    if (kept.length > 0 && play !== undefined) kept = kept.slice(play(kept))
    wait()
  }
  const wait = (): void => {
    if (kept.length > 0 && play !== undefined) timer ??= setTimeout(look, LOOK_MS)
  }
  const keep = (...events: readonly KeyboardEvent[]): void => {
    if (!events.every(isPlain) || !isOpening()) return forget()
    kept = [...kept, ...events]
    wait()
  }
  const hear = (event: KeyboardEvent): void => {
    if (isTextField(event.target) || event.defaultPrevented) forget()
    else if (!modifiers.has(event.key)) keep(event)
  }

  return {
    listen: () => {
      window.addEventListener('keydown', hear)
      window.addEventListener('pointerdown', forget, { capture: true })
    },
    playBy: (given) => {
      window.removeEventListener('keydown', hear)
      play = given
      wait()
      return () => {
        play = undefined
      }
    },
    screenOpens: () => {
      openedAtMs = performance.now()
    },
    keep,
    forget,
  }
}

const modifiers = new Set(['Shift', 'Control', 'Alt', 'Meta', 'AltGraph', 'CapsLock'])

/** Tells whether a key types a character and has no modifier. Space is excluded: it also presses and scrolls. */
function isPlain(event: KeyboardEvent): boolean {
  const isHeld = event.ctrlKey || event.metaKey || event.altKey || event.repeat
  return !isHeld && !event.isComposing && event.key !== ' ' && Array.from(event.key).length === 1
}

/** The keys pressed before the app was ready: one buffer for the whole app. */
export const earlyKeys = makeEarlyKeys()
