import type { Layer } from '#app/lib/layer-stack.ts'
import { layerStack } from '#app/stores/layer-store.ts'
import type { Command, CommandContext } from './define-command.ts'
import { registry } from './registry.ts'
import { activeScopes, type Scope } from './scopes.ts'

/** The commands that can act now, and the scopes in the order they are asked. */
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
