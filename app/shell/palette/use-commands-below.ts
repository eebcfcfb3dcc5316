import { useState, useSyncExternalStore } from 'react'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { findActiveCommands } from '#app/commands/active-commands.ts'
import { makeContext } from '#app/commands/command-context.ts'
import type { Command, CommandContext } from '#app/commands/define-command.ts'
import { registry } from '#app/commands/registry.ts'
import type { Layer } from '#app/lib/layer-stack.ts'
import { clientStore } from '#app/stores/client-store.ts'
import { layerStack } from '#app/stores/layer-store.ts'

type Below = {
  readonly all: readonly Command[]
  readonly layers: readonly Layer[]
  readonly studio: StudioReplica | undefined
  readonly context: CommandContext
  readonly commands: readonly Command[]
}

/**
 * Returns the commands available under the palette, whose own layer blocks only their keys. Commands available at
 * opening stay, as they may depend on the focus, which the palette now has; the rest follows the studio, screens and
 * dialogs that come and go meanwhile.
 */
export function useCommandsBelow(): Pick<Below, 'context' | 'commands'> {
  const all = useSyncExternalStore(registry.subscribe, registry.all)
  const layers = useSyncExternalStore(layerStack.subscribe, layerStack.layers).filter(
    ({ scope }) => scope !== 'palette',
  )
  const studio = useSyncExternalStore(clientStore.subscribe, () => clientStore.get().studio)
  const [below, setBelow] = useState(() => look(all, layers, studio))
  const isSame =
    below.all === all &&
    below.studio === studio &&
    below.layers.length === layers.length &&
    layers.every((layer, at) => layer === below.layers[at])
  if (isSame) return below
  const next = look(all, layers, studio)
  const active = new Set([...below.commands, ...next.commands].map(({ id }) => id))
  const merged = { ...next, commands: all.filter(({ id }) => active.has(id)) }
  setBelow(merged)
  return merged
}

function look(all: readonly Command[], layers: readonly Layer[], studio: StudioReplica | undefined): Below {
  const context = makeContext('palette')
  return { all, layers, studio, context, commands: findActiveCommands(context, layers).commands }
}
