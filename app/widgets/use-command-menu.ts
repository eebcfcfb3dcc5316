import { useSyncExternalStore } from 'react'
import { useSnapshot } from 'valtio'
import { keysOf } from '#app/commands/bindings.ts'
import { makeContext } from '#app/commands/command-context.ts'
import { formatKeys, platformOf } from '#app/commands/keymap.ts'
import { registry } from '#app/commands/registry.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { keyStore } from '#app/stores/key-store.ts'
import type { MenuItem } from '#app/ui/menu-items.tsx'

type CommandMenuLook = {
  /** Whether a toggle command is on; undefined for other commands. */
  readonly isOn?: (id: string) => boolean | undefined
  /** The commands' arguments. */
  readonly args?: readonly string[]
}

/**
 * Returns a function that makes menus from command ids, with their keys; `-` is a separator. Unavailable commands are
 * disabled.
 */
export function useCommandMenu(): (ids: readonly string[], look?: CommandMenuLook) => readonly MenuItem[] {
  const commands = useSyncExternalStore(registry.subscribe, registry.all)
  const preferences = useSnapshot(keyStore)
  return (ids, { isOn, args } = {}) => {
    const context = makeContext('control')
    return ids.flatMap((id, index): readonly MenuItem[] => {
      if (id === '-') return [{ kind: 'separator', id: `separator ${index}` }]
      const command = commands.find((candidate) => candidate.id === id)
      if (command === undefined) return []
      const [keys] = keysOf(command, preferences)
      const isChecked = isOn?.(id)
      return [
        {
          kind: 'action',
          id,
          label: command.title,
          keys: keys === undefined ? undefined : formatKeys(keys, platformOf(navigator.userAgent)),
          isDisabled: command.when?.(context) === false,
          onSelect: () => void runCommand(id, args === undefined ? {} : { args }),
          ...(isChecked !== undefined && { isChecked }),
          ...(/\.delete(-item|-comment)?$/.test(id) && { tone: 'danger' as const }),
        },
      ]
    })
  }
}
