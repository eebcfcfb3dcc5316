import { useSyncExternalStore } from 'react'
import { useSnapshot } from 'valtio'
import { keyStore } from '#app/stores/key-store.ts'
import { keysOf } from './bindings.ts'
import { ariaKeys, formatKeys, platformOf } from './keymap.ts'
import { registry } from './registry.ts'

/** What a control shows of its command: its title, its first key as printed on a cap, and for assistive technology. */
export function useCommand(id: string): {
  title: string
  keys: string | undefined
  ariaKeys: string | undefined
} {
  // The one alone: what another feature registers is no reason to draw every button anew.
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
