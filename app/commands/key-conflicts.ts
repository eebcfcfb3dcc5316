import type { DeepReadonly } from '#app/lib/deep-readonly.ts'
import type { KeyPreferences } from '#app/stores/key-store.ts'
import { isBrowserKey } from './browser-keys.ts'
import { formatKeys, parseKeys, physicalChord, type Platform } from './keymap.ts'
import type { KnownCommand } from './known-commands.ts'
import { canMeet } from './scopes.ts'

// These keys move through a page, press the focused control and close layers; they cannot be remapped.
const fixed = new Set(['escape', 'tab', 'shift+tab', 'enter', 'space'])

type Wish = {
  readonly command: KnownCommand
  readonly keys: string
  readonly commands: readonly KnownCommand[]
  readonly preferences: DeepReadonly<KeyPreferences>
  readonly platform: Platform
}

/** Returns why a command cannot have a key, as a sentence; undefined if it can. */
export function findKeyProblem({ command, keys, commands, preferences, platform }: Wish): string | undefined {
  const steps = parseKeys(keys)
  const printed = formatKeys(keys, platform)
  if (steps === undefined) return 'This key cannot be used as a shortcut.'
  if (steps.some((step) => fixed.has(step))) return `${printed} is reserved by Xsheet.`
  if (steps.some(isBrowserKey)) return `${printed} is reserved by the browser.`
  for (const other of commands) {
    if (other.id === command.id || !canMeet(other.scope, command.scope)) continue
    // Includes single keys that are turned off: they would clash once turned on again.
    const taken = (preferences.remapped[other.id] ?? other.keys ?? []).find((own) => overlaps(own, keys))
    if (taken === undefined || isTakenKnowingly({ command, keys }, { command: other, keys: taken })) continue
    const theirs = formatKeys(taken, platform)
    return theirs === printed
      ? `${printed} is already used by “${other.title}”.`
      : `${printed} and ${theirs} of “${other.title}” clash: one is the start of the other.`
  }
  return undefined
}

type Keyed = { readonly command: KnownCommand; readonly keys: string }

/** Tells whether one of two clashing commands deliberately takes the other's key or sequences. */
export function isTakenKnowingly(one: Keyed, other: Keyed): boolean {
  return takes(one, other) || takes(other, one)
}

function takes({ command, keys }: Keyed, other: Keyed): boolean {
  if (command.shadows?.includes(other.command.id) === true) return true
  return command.takesSequences === true && countSteps(keys) === 1 && countSteps(other.keys) > 1
}

function countSteps(keys: string): number {
  return parseKeys(keys)?.length ?? 0
}

/** Tells whether two shortcuts are equal, or one starts the other. */
export function overlaps(one: string, other: string): boolean {
  const [first, second] = [one, other].map((keys) => (parseKeys(keys) ?? []).map(physicalChord))
  if (first === undefined || second === undefined) return false
  const shared = Math.min(first.length, second.length)
  return shared > 0 && first.slice(0, shared).join(' ') === second.slice(0, shared).join(' ')
}
