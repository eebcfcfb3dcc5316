import { makeListeners } from '#core/lib/listeners.ts'
import { assert } from '#core/lib/assert.ts'
import type { Command } from './define-command.ts'

/** All commands the app currently knows, by feature. */
export interface Registry {
  /** Adds a feature's commands and returns a function that removes them. Ids must be new. */
  readonly register: (commands: readonly Command[]) => () => void
  readonly find: (id: string) => Command | undefined
  /** In order of registration; the same array until something changes. */
  readonly all: () => readonly Command[]
  readonly subscribe: (listener: () => void) => () => void
}

function makeRegistry(): Registry {
  const byId = new Map<string, Command>()
  const listeners = makeListeners()
  let all: readonly Command[] = []
  const changed = (): void => {
    all = [...byId.values()]
    listeners.tell()
  }

  return {
    register: (commands) => {
      for (const command of commands) {
        assert(!byId.has(command.id), `the command ${command.id} is registered once`)
        byId.set(command.id, command)
      }
      changed()
      return () => {
        for (const command of commands) if (byId.get(command.id) === command) byId.delete(command.id)
        changed()
      }
    },
    find: (id) => byId.get(id),
    all: () => all,
    subscribe: listeners.subscribe,
  }
}

/** The app's only registry. */
export const registry = makeRegistry()
