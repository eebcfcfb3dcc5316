import type { KeyInput } from './key-input.ts'
import { actsWhileTyping } from './keymap.ts'

/** How long a started sequence waits for its next key; a hint shows that it does. Long enough for one finger. */
export const SEQUENCE_MS = 2000

/** A shortcut of a command that can act now. */
export type Binding = {
  readonly commandId: string
  readonly steps: readonly string[]
  /** Runs repeatedly while the key is held. */
  readonly isRepeatable: boolean
  readonly worksWhileTyping: boolean
}

export type DispatchState = { readonly pending: { readonly prefix: string; readonly sinceMs: number } | undefined }

/** The outcome of a key press. `isTaken` keeps the key from the browser. */
export type Decision = {
  readonly state: DispatchState
  readonly isTaken: boolean
  readonly run: { readonly commandId: string; readonly chord: string } | undefined
}

export const idle: DispatchState = { pending: undefined }

/**
 * Decides what a key press does. Bindings are in scope order, the topmost layer's first, and the first match wins.
 * Pure: time and focus are part of the input.
 */
export function dispatch(state: DispatchState, input: KeyInput, bindings: readonly Binding[]): Decision {
  const pending = state.pending !== undefined && input.timeMs - state.pending.sinceMs < SEQUENCE_MS
  const waiting = pending ? state : idle
  // A lone modifier, a character being composed and a key already handled do not end a started sequence.
  if (input.chords.length === 0 || input.isComposing || input.isHandled) return stay(waiting)
  if (waiting.pending !== undefined && !input.isTyping) return finish(waiting.pending.prefix, input, bindings)
  return begin(input, bindings)
}

/** Handles the second key of a sequence. */
function finish(prefix: string, input: KeyInput, bindings: readonly Binding[]): Decision {
  // Holding the first key is not pressing it twice.
  if (input.isRepeat) return { state: { pending: { prefix, sinceMs: input.timeMs } }, isTaken: true, run: undefined }
  const found = findBinding(input, bindings, (steps, chord) => steps[0] === prefix && steps[1] === chord)
  if (found !== undefined) return taken(found)
  // A command chord acts on its own; any other key ends the sequence and is swallowed.
  if (input.chords.some((chord) => chord !== 'escape' && actsWhileTyping(chord))) return begin(input, bindings)
  return { state: idle, isTaken: true, run: undefined }
}

function begin(input: KeyInput, bindings: readonly Binding[]): Decision {
  const found = findBinding(input, bindings, (steps, chord) => steps[0] === chord)
  if (found === undefined || (input.isForControl && found.binding.steps.length === 1)) return stay(idle)
  if (found.binding.steps.length === 1) {
    const isIdleRepeat = input.isRepeat && !found.binding.isRepeatable
    return isIdleRepeat ? { state: idle, isTaken: true, run: undefined } : taken(found)
  }
  if (input.isRepeat) return { state: idle, isTaken: true, run: undefined }
  return { state: { pending: { prefix: found.chord, sinceMs: input.timeMs } }, isTaken: true, run: undefined }
}

type Found = { readonly binding: Binding; readonly chord: string }

function findBinding(
  input: KeyInput,
  bindings: readonly Binding[],
  fits: (steps: readonly string[], chord: string) => boolean,
): Found | undefined {
  // Tries the likeliest name of the key on every binding before the next name.
  for (const chord of input.chords) {
    const mayAct = (binding: Binding): boolean => !input.isTyping || binding.worksWhileTyping || actsWhileTyping(chord)
    const binding = bindings.find((candidate) => fits(candidate.steps, chord) && mayAct(candidate))
    if (binding !== undefined) return { binding, chord }
  }
  return undefined
}

function taken({ binding, chord }: Found): Decision {
  return { state: idle, isTaken: true, run: { commandId: binding.commandId, chord } }
}

function stay(state: DispatchState): Decision {
  return { state, isTaken: false, run: undefined }
}
