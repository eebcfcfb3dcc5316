import { useEffect } from 'react'
import type { Command } from './define-command.ts'
import { registry } from './registry.ts'

/** Registers a feature's commands while it is mounted. The list must be a constant or memoised. */
export function useCommands(commands: readonly Command[]): void {
  useEffect(() => registry.register(commands), [commands])
}
