import { isTextField } from '#app/lib/is-text-field.ts'
import { writeChord, type Platform } from './keymap.ts'

/** A key press as the dispatcher sees it, without the DOM. */
export type KeyInput = {
  /** Possible names of the press, likeliest first: '>' and 'shift+.' are one press on a US keyboard. */
  readonly chords: readonly string[]
  readonly timeMs: number
  readonly isRepeat: boolean
  /** An input method is composing a character. */
  readonly isComposing: boolean
  /** Another handler, closer to the focus, has used the key. */
  readonly isHandled: boolean
  /** A text field has the focus. */
  readonly isTyping: boolean
  /** The key already has a meaning for the focused button or link. */
  readonly isForControl: boolean
}

type KeyEvent = Pick<
  KeyboardEvent,
  'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'isComposing' | 'repeat' | 'defaultPrevented'
> & { readonly timeStamp: number; readonly getModifierState: (name: string) => boolean }

const keyNames: Readonly<Record<string, string>> = {
  ' ': 'space',
  '+': 'plus',
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
}

/** The unshifted symbol on a key, on a US keyboard. */
const codeSymbols: Readonly<Record<string, string>> = {
  Period: '.',
  Comma: ',',
  Slash: '/',
  Semicolon: ';',
  Quote: "'",
  BracketLeft: '[',
  BracketRight: ']',
  Backslash: '\\',
  Minus: '-',
  Equal: '=',
  Backquote: '`',
}

const modifierKeys = new Set(['Shift', 'Control', 'Alt', 'Meta', 'AltGraph', 'CapsLock', 'Dead', 'Process', 'OS'])

/** Returns the possible names of a key press; none for a lone modifier or a dead key. */
export function chordsOf(event: KeyEvent, platform: Platform): readonly string[] {
  if (modifierKeys.has(event.key) || event.key === undefined) return []
  // AltGr reports as Ctrl+Alt where it exists, and types a character. On a Mac it is plain Option.
  const isAltGraph = platform === 'other' && event.getModifierState('AltGraph')
  const held = [
    ...((platform === 'mac' ? event.metaKey : event.ctrlKey && !isAltGraph) ? ['mod' as const] : []),
    ...(platform === 'mac' && event.ctrlKey ? ['ctrl' as const] : []),
    ...(platform === 'other' && event.metaKey ? ['meta' as const] : []),
    ...(event.altKey && !isAltGraph ? ['alt' as const] : []),
  ]
  const shift = event.shiftKey ? ['shift' as const] : []
  const key = keyNames[event.key] ?? event.key.toLowerCase()
  const printed = printedKey(event.code)

  if (Array.from(key).length > 1 && key !== 'plus') return [writeChord([...held, ...shift], key)]
  if (/^\d$/.test(printed ?? ''))
    return unique([writeChord([...held, ...shift], printed ?? key), writeChord(held, key)])
  // On a Mac, Option types its own symbols, and other scripts have no Latin letters: there the key's position decides.
  if (/^[a-z]$/.test(printed ?? '') && (event.altKey || !/^[a-z]$/.test(key))) {
    const place = writeChord([...held, ...shift], printed ?? key)
    return isSymbol(key) && !event.altKey ? unique([writeChord(held, key), place]) : [place]
  }
  if (!isSymbol(key)) return [writeChord([...held, ...shift], key)]
  // '?' is also Shift plus the key it is printed on, wherever the layout puts the symbol.
  const place = printed !== undefined && event.shiftKey ? [writeChord([...held, ...shift], printed)] : []
  return unique([writeChord(held, key), ...place])
}

/** Converts a keyboard event. */
export function toKeyInput(event: KeyboardEvent, platform: Platform): KeyInput {
  const target = event.composedPath()[0]
  const chords = chordsOf(event, platform)
  return {
    chords,
    timeMs: event.timeStamp,
    isRepeat: event.repeat,
    isComposing: event.isComposing,
    isHandled: event.defaultPrevented,
    isTyping: isTextField(target),
    isForControl: target instanceof Element && chords.some((chord) => isControlKey(target, chord)),
  }
}

const choices =
  '[role="menuitem"],[role="option"],[role="tab"],[role="radio"],[role="slider"],input[type="range"],input[type="radio"]'

// A slider does not use Space, which plays the film next to it.
const pressed = 'button,summary,[role="button"],[role="checkbox"],[role="switch"],input:not([type="range"])'

/** Tells whether a focused control needs the key to be pressed, opened or moved through. */
function isControlKey(element: Element, chord: string): boolean {
  if (chord === 'enter') return element.closest('button,a[href],summary,[role="button"]') !== null
  if (chord === 'space') {
    return element.closest(pressed) !== null
  }
  // Choices handle arrows themselves, except those whose movement is done by commands, such as the kanban's cards.
  if (['up', 'down', 'left', 'right', 'home', 'end'].includes(chord)) {
    return element.closest(choices) !== null && element.closest('[data-moved-by-commands]') === null
  }
  return false
}

function printedKey(code: string): string | undefined {
  return /^(?:Key|Digit)([A-Z\d])$/.exec(code)?.[1]?.toLowerCase() ?? codeSymbols[code]
}

function isSymbol(key: string): boolean {
  return key === 'plus' || !/^[\p{L}\p{N}]$/u.test(key)
}

function unique(chords: readonly string[]): readonly string[] {
  return [...new Set(chords)]
}
