import { useEffect, useRef } from 'react'
import { useHotkeys } from 'react-hotkeys-hook'
import { keyStore } from '#app/stores/key-store.ts'
import { setPendingKeys } from '#app/stores/ui-store.ts'
import { findActiveCommands } from './active-commands.ts'
import { bindingsOf } from './bindings.ts'
import { makeContext } from './command-context.ts'
import { dispatch, idle, SEQUENCE_MS, type DispatchState } from './dispatcher.ts'
import { toKeyInput } from './key-input.ts'
import { platformOf } from './keymap.ts'
import { runCommand } from './run-command.ts'

/** Listens for keys once, at the root, and hands every press to the dispatcher. */
export function useRootHotkeys(): void {
  const state = useRef<DispatchState>(idle)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useHotkeys(
    '*',
    (event) => {
      const { commands, scopes } = findActiveCommands(makeContext('key'))
      const bindings = bindingsOf({ commands, scopes, preferences: keyStore })
      const decision = dispatch(state.current, toKeyInput(event, platformOf(navigator.userAgent)), bindings)
      state.current = decision.state
      if (decision.isTaken) event.preventDefault()
      // The hint goes when the wait is over, whether or not another key comes.
      clearTimeout(timer.current)
      setPendingKeys(decision.state.pending?.prefix)
      if (decision.state.pending !== undefined) timer.current = setTimeout(() => setPendingKeys(undefined), SEQUENCE_MS)
      if (decision.run !== undefined) {
        void runCommand(decision.run.commandId, { source: 'key', chord: decision.run.chord })
      }
    },
    { enableOnFormTags: true, enableOnContentEditable: true },
  )

  useEffect(() => () => clearTimeout(timer.current), [])
}
