import { isTextField } from '#app/lib/is-text-field.ts'
import { writeChord, type Platform } from './keymap.ts'

/** A key press as the dispatcher sees it, without the DOM. */
export type KeyInput = {
  /** What the press can be called, the likeliest first: '>' and 'shift+.' are one press on an American keyboard. */
  readonly chords: readonly string[]
  readonly timeMs: number
  readonly isRepeat: boolean
  /** An input method is composing a character. */
  readonly isComposing: boolean
  /** Somebody nearer to the focus has used the key already. */
  readonly isHandled: boolean
  /** A text field has focus. */
  readonly isTyping: boolean
  /** The key already means something to the focused button or link. */
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

/** The symbol on a key without Shift, on an American keyboard. */
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

/** The names of a key press; none for a modifier alone or a dead key. */
export function chordsOf(event: KeyEvent, platform: Platform): readonly string[] {
  if (modifierKeys.has(event.key) || event.key === undefined) return []
  // AltGr is Ctrl and Alt together where it exists, and then writes a character. On a Mac it is plain Option.
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
  // Option writes a sign of its own on a Mac, and other scripts have no Latin letters: there the key's place decides.
  if (/^[a-z]$/.test(printed ?? '') && (event.altKey || !/^[a-z]$/.test(key))) {
    const place = writeChord([...held, ...shift], printed ?? key)
    return isSymbol(key) && !event.altKey ? unique([writeChord(held, key), place]) : [place]
  }
  if (!isSymbol(key)) return [writeChord([...held, ...shift], key)]
  // '?' is also Shift and the key it is printed on, wherever a layout has put the sign.
  const place = printed !== undefined && event.shiftKey ? [writeChord([...held, ...shift], printed)] : []
  return unique([writeChord(held, key), ...place])
}

/** A key press of the page. */
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

// A slider does nothing with Space, which plays the film beside it.
const pressed = 'button,summary,[role="button"],[role="checkbox"],[role="switch"],input:not([type="range"])'

/** Keys that press, open or move inside a focused control stay with it. */
function isControlKey(element: Element, chord: string): boolean {
  if (chord === 'enter') return element.closest('button,a[href],summary,[role="button"]') !== null
  if (chord === 'space') {
    return element.closest(pressed) !== null
  }
  // Choices move by arrows themselves, but for those that say commands do it: the board's cards.
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
