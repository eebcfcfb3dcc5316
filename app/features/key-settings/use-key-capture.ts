import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { toKeyInput } from '#app/commands/key-input.ts'
import { formatKeys, isCharacterChord, platformOf } from '#app/commands/keymap.ts'

// Shorter than a sequence waits in use, as recording a single key takes as long.
const waitMs = 1000

/** Captures the next keys as a shortcut: one chord, or two if the first is a character. */
export function useKeyCapture(onKeys: (keys: string) => void): {
  /** The first key as displayed, while a second one may follow. */
  readonly pressed: string | undefined
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly clear: () => void
} {
  const [pressed, setPressed] = useState<string>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => () => clearTimeout(timer.current), [])

  const clear = (): void => {
    clearTimeout(timer.current)
    setPressed(undefined)
  }
  const finish = (keys: string): void => {
    clear()
    onKeys(keys)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const [chord] = toKeyInput(event.nativeEvent, platform).chords
    // Tab moves to the next control and Esc stops the capture.
    if (chord === undefined || chord === 'escape' || chord === 'tab' || chord === 'shift+tab') return
    event.preventDefault()
    event.stopPropagation()
    if (event.repeat) return
    if (pressed !== undefined) finish(`${pressed} ${chord}`)
    else if (isCharacterChord(chord)) {
      setPressed(chord)
      timer.current = setTimeout(() => finish(chord), waitMs)
    } else finish(chord)
  }
  return { pressed: pressed === undefined ? undefined : `${formatKeys(pressed, platform)} …`, onKeyDown, clear }
}

const platform = platformOf(navigator.userAgent)
