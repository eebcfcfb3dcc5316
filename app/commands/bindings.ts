import type { DeepReadonly } from '#app/lib/deep-readonly.ts'
import type { KeyPreferences } from '#app/stores/key-store.ts'
import type { Command } from './define-command.ts'
import type { Binding } from './dispatcher.ts'
import { isCharacterChord, parseKeys } from './keymap.ts'
import type { Scope } from './scopes.ts'

/** Returns a command's keys for this person: their own remapping, else the command's defaults. */
export function keysOf(command: Command, preferences: DeepReadonly<KeyPreferences>): readonly string[] {
  const keys = preferences.remapped[command.id] ?? command.keys ?? []
  return preferences.hasSingleKeys ? keys : keys.filter((text) => !startsWithCharacter(text))
}

/** Returns the bindings of the active scopes, in the order of `scopes`. */
export function bindingsOf(options: {
  readonly commands: readonly Command[]
  readonly scopes: readonly Scope[]
  readonly preferences: DeepReadonly<KeyPreferences>
}): readonly Binding[] {
  return options.scopes.flatMap((scope) =>
    options.commands
      .filter((command) => command.scope === scope)
      .flatMap((command) => toBindings(command, options.preferences)),
  )
}

function toBindings(command: Command, preferences: DeepReadonly<KeyPreferences>): readonly Binding[] {
  return keysOf(command, preferences).flatMap((keys) => {
    const steps = parseKeys(keys)
    // A saved remapping may hold keys this version cannot parse; they are ignored.
    if (steps === undefined) return []
    return [
      {
        commandId: command.id,
        steps,
        isRepeatable: command.isRepeatable ?? false,
        worksWhileTyping: command.worksWhileTyping ?? false,
      },
    ]
  })
}

function startsWithCharacter(keys: string): boolean {
  const [first] = parseKeys(keys) ?? []
  return first !== undefined && isCharacterChord(first)
}
