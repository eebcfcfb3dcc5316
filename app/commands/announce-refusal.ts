import type { Permission } from '#core/schema/role-permissions.ts'
import { clientStore } from '#app/stores/client-store.ts'
import { keyStore } from '#app/stores/key-store.ts'
import { layerStack } from '#app/stores/layer-store.ts'
import { showToast } from '#app/stores/toast-store.ts'
import { bindingsOf } from './bindings.ts'
import { dispatch, idle } from './dispatcher.ts'
import type { KeyInput } from './key-input.ts'
import { registry } from './registry.ts'
import { activeScopes } from './scopes.ts'

const refusals: Partial<Record<Permission, string>> = {
  create: 'Your role may not change tasks and items',
  delete: 'Your role may not delete this',
  revisions: 'Your role may not post revisions',
  comment: 'Your role may not write comments',
}

/** Says that the person's role lacks a permission, and who can grant it. */
function announceRefusal(needs: Permission): void {
  showToast({
    id: `refused-${needs}`,
    text: refusals[needs] ?? 'Your role may not do this',
    suggestion: 'An owner or admin can allow it in Studio Settings, Role Permissions.',
  })
}

/** If the key's command is refused to the person's role, says so and returns true. */
export function announceRefusedKey(input: KeyInput): boolean {
  const { studio } = clientStore.get()
  if (studio === undefined || input.isRepeat) return false
  const scopes = activeScopes(layerStack.layers())
  const refused = registry
    .all()
    .filter(({ scope, needs }) => scopes.includes(scope) && needs !== undefined && !studio.can(needs))
  if (refused.length === 0) return false
  const { run } = dispatch(idle, input, bindingsOf({ commands: refused, scopes, preferences: keyStore }))
  const needs = refused.find(({ id }) => id === run?.commandId)?.needs
  if (needs !== undefined) announceRefusal(needs)
  return needs !== undefined
}

type Press = Pick<PointerEvent, 'pointerId' | 'clientX' | 'clientY'>

// A trembling hand is not a drag.
const DRAG_PX = 6

/** Says that the person's role lacks the permission once they drag what they press; a click does not count. */
export function announceRefusedDrag({ pointerId, clientX, clientY }: Press, needs: Permission): void {
  const abort = new AbortController()
  const { signal } = abort
  window.addEventListener(
    'pointermove',
    (event) => {
      if (event.pointerId !== pointerId) return
      if (Math.hypot(event.clientX - clientX, event.clientY - clientY) < DRAG_PX) return
      abort.abort()
      announceRefusal(needs)
    },
    { signal },
  )
  for (const end of ['pointerup', 'pointercancel']) window.addEventListener(end, () => abort.abort(), { signal })
}
