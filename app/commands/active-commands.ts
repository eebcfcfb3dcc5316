import type { Layer } from '#app/lib/layer-stack.ts'
import { layerStack } from '#app/stores/layer-store.ts'
import type { Command, CommandContext } from './define-command.ts'
import { registry } from './registry.ts'
import { activeScopes, type Scope } from './scopes.ts'

/** Returns the commands that can act now and the active scopes, in the order keys are looked up. */
export function findActiveCommands(
  context: CommandContext,
  layers: readonly Layer[] = layerStack.layers(),
): {
  scopes: readonly Scope[]
  commands: readonly Command[]
} {
  const scopes = activeScopes(layers)
  const commands = registry
    .all()
    .filter((command) => scopes.includes(command.scope) && command.when?.(context) !== false)
  return { scopes, commands }
}
