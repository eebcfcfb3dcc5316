import { useSyncExternalStore } from 'react'
import { useSnapshot } from 'valtio'
import { keysOf } from '#app/commands/bindings.ts'
import { makeContext } from '#app/commands/command-context.ts'
import { formatKeys, platformOf } from '#app/commands/keymap.ts'
import { registry } from '#app/commands/registry.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { keyStore } from '#app/stores/key-store.ts'
import type { MenuItem } from '#app/ui/menu-items.tsx'
import type { BoardModel } from './board-model.ts'

/** Makes menus of the board's commands by their names; those that cannot act now are greyed, those that are on are ticked. */
export function useMenuItems({ view }: BoardModel): (names: readonly string[]) => readonly MenuItem[] {
  const commands = useSyncExternalStore(registry.subscribe, registry.all)
  const preferences = useSnapshot(keyStore)
  return (names) => {
    const context = makeContext('control')
    const { isSnapping, isGreyscale, isMinimapShown } = view.get()
    const ticks = new Map([
      ['snap', isSnapping],
      ['greyscale', isGreyscale],
      ['minimap', isMinimapShown],
    ])
    return names.flatMap((name, index): readonly MenuItem[] => {
      if (name === '-') return [{ kind: 'separator', id: `separator ${index}` }]
      const command = commands.find(({ id }) => id === `canvas.${name}`)
      if (command === undefined) return []
      const [keys] = keysOf(command, preferences)
      const isChecked = ticks.get(name)
      return [
        {
          kind: 'action',
          id: command.id,
          label: command.title,
          keys: keys === undefined ? undefined : formatKeys(keys, platformOf(navigator.userAgent)),
          isDisabled: command.when?.(context) === false,
          onSelect: () => void runCommand(command.id),
          ...(isChecked !== undefined && { isChecked }),
          ...(name === 'delete' && { tone: 'danger' as const }),
        },
      ]
    })
  }
}
