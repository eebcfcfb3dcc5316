import { useEffect } from 'react'
import { layerStack } from '#app/stores/layer-store.ts'
import type { Scope } from './scopes.ts'

/** Makes a screen's commands active while it is mounted. A screen blocks nothing and is not closed by Esc. */
export function useScope(scope: Scope): void {
  useEffect(() => layerStack.push({ scope, blocks: 'nothing' }), [scope])
}
