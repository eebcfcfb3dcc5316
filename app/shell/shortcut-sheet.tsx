import { useState, useSyncExternalStore } from 'react'
import { useSnapshot } from 'valtio'
import { keysOf } from '#app/commands/bindings.ts'
import type { Command } from '#app/commands/define-command.ts'
import { formatKeys, platformOf } from '#app/commands/keymap.ts'
import { matchText } from '#app/commands/match-text.ts'
import { registry } from '#app/commands/registry.ts'
import { activeScopes, type Scope } from '#app/commands/scopes.ts'
import { groupBy } from '#core/lib/collections.ts'
import { keyStore } from '#app/stores/key-store.ts'
import { layerStack } from '#app/stores/layer-store.ts'
import { setShortcutSheetOpen } from '#app/stores/ui-store.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { Kbd } from '#app/ui/kbd.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { CommandButton } from '#app/widgets/command-button.tsx'
import styles from './shortcut-sheet.module.css'

/** Lists the registered keys: the active screen's first, the global ones last. */
export function ShortcutSheet() {
  const [query, setQuery] = useState('')
  // The scopes below the sheet, which is not on the layer stack yet.
  const [scopes] = useState(() => activeScopes(layerStack.layers()))
  const commands = useSyncExternalStore(registry.subscribe, registry.all)
  const preferences = useSnapshot(keyStore)
  const canChange = commands.some(({ id }) => id === 'keys.settings')
  const platform = platformOf(navigator.userAgent)
  const keysFor = (command: Command): readonly string[] =>
    keysOf(command, preferences).map((keys) => formatKeys(keys, platform))
  const shown = commands.filter(
    (command) => keysFor(command).length > 0 && matchText(query, `${command.title} ${command.group}`) > 0,
  )

  return (
    <Dialog
      isOpen
      onClose={() => setShortcutSheetOpen(false)}
      title="Keyboard shortcuts"
      width={820}
      {...(canChange && { footer: <CommandButton command="keys.settings" hasKeyHint={false} /> })}
    >
      <TextField
        label="Search shortcuts"
        isLabelHidden
        placeholder="Search shortcuts"
        value={query}
        onChange={setQuery}
      />
      <div className={styles['groups']}>
        {sortByScope(scopes, [...groupBy(shown, (command) => command.group)]).map(([group, members]) => (
          <section key={group} className={styles['group']} aria-label={group}>
            <h3 className={styles['heading']}>{group}</h3>
            <dl>
              {members.map((command) => (
                <div key={command.id} className={styles['row']}>
                  <dt>{command.title}</dt>
                  <dd className={styles['keys']}>
                    <span className="visually-hidden">{keysFor(command).join(', ')}</span>
                    {keysFor(command).map((keys) => (
                      <Kbd key={keys}>{keys}</Kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      {shown.length === 0 && <p className={styles['none']}>No matches</p>}
    </Dialog>
  )
}

type Group = readonly [heading: string, members: readonly Command[]]

/** Sorts groups by how close their nearest scope is; inactive scopes come before the global ones. */
function sortByScope(scopes: readonly Scope[], groups: readonly Group[]): readonly Group[] {
  const nearness = ({ scope }: Command): number => {
    const at = scopes.indexOf(scope)
    if (scope === 'global' || scope === 'everywhere') return scopes.length + 1
    return at === -1 ? scopes.length : at
  }
  const ranks = new Map(groups.map((group) => [group, Math.min(...group[1].map(nearness))]))
  return groups.toSorted((one, other) => (ranks.get(one) ?? 0) - (ranks.get(other) ?? 0))
}
