import { useSyncExternalStore } from 'react'
import { useSnapshot } from 'valtio'
import { keyStore } from '#app/stores/key-store.ts'
import { keysOf } from './bindings.ts'
import { ariaKeys, formatKeys, platformOf } from './keymap.ts'
import { registry } from './registry.ts'

/**
 * Returns what a control shows of its command: its title and its first key, formatted for a key cap and for assistive
 * technology.
 */
export function useCommand(id: string): {
  title: string
  keys: string | undefined
  ariaKeys: string | undefined
} {
  // Subscribes to this command alone: other features' registrations must not redraw every button.
  const command = useSyncExternalStore(registry.subscribe, () => registry.find(id))
  const preferences = useSnapshot(keyStore)
  const [keys] = command === undefined ? [] : keysOf(command, preferences)
  const platform = platformOf(navigator.userAgent)
  return {
    title: command?.title ?? '',
    keys: keys === undefined ? undefined : formatKeys(keys, platform),
    ariaKeys: keys === undefined ? undefined : ariaKeys(keys, platform),
  }
}
