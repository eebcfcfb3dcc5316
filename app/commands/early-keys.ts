import { isTextField } from '#app/lib/is-text-field.ts'

/** How long a screen's commands may be on their way; what comes later is no answer to a key any more. */
const OPENING_MS = 10_000
const LOOK_MS = 50

/** Runs the command that the first keys lead to by now, and says how many of them it took. */
export type PlayKeys = (events: readonly KeyboardEvent[]) => number

export interface EarlyKeys {
  /** Hears keys until whoever plays them has arrived, and every press of the pointer. */
  readonly listen: () => void
  readonly playBy: (play: PlayKeys) => () => void
  /** Another screen begins to open. */
  readonly screenOpens: () => void
  /** Keeps keys that lead to nothing yet; where no screen is opening they are forgotten. */
  readonly keep: (...events: readonly KeyboardEvent[]) => void
  readonly forget: () => void
}

/**
 * Single keys that were pressed before the screen has said which commands it has. They are played in their order once it
 * has. Whatever else a person does meanwhile, another key or a press of the pointer, forgets them, and so does a text
 * field that has the focus: what may have been meant as text never runs a command.
 */
function makeEarlyKeys(): EarlyKeys {
  // Until the first screen says that it opens, the app itself is on its way.
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

/** Writes a character and is not held; a space presses and scrolls as well. */
function isPlain(event: KeyboardEvent): boolean {
  const isHeld = event.ctrlKey || event.metaKey || event.altKey || event.repeat
  return !isHeld && !event.isComposing && event.key !== ' ' && Array.from(event.key).length === 1
}

/** The keys pressed before the app was ready; there is one buffer for the whole app. */
export const earlyKeys = makeEarlyKeys()
