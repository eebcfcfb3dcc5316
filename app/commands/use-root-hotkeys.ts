import { useEffect, useRef } from 'react'
import { useHotkeys } from 'react-hotkeys-hook'
import { useLocation } from 'wouter'
import { keyStore } from '#app/stores/key-store.ts'
import { setPendingKeys } from '#app/stores/ui-store.ts'
import { findActiveCommands } from './active-commands.ts'
import { bindingsOf } from './bindings.ts'
import { makeContext } from './command-context.ts'
import { dispatch, idle, SEQUENCE_MS, type Decision, type DispatchState } from './dispatcher.ts'
import { earlyKeys } from './early-keys.ts'
import { toKeyInput, type KeyInput } from './key-input.ts'
import { platformOf } from './keymap.ts'
import { runCommand } from './run-command.ts'
import { announceRefusedKey } from './announce-refusal.ts'

/** Listens for keys once, at the root, and passes every press to the dispatcher. */
export function useRootHotkeys(): void {
  const state = useRef<DispatchState>(idle)
  const begun = useRef<KeyboardEvent>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [path] = useLocation()

  useHotkeys(
    '*',
    (event) => {
      const input = toKeyInput(event, platformOf(navigator.userAgent))
      const decision = decide(state.current, input)
      state.current = decision.state
      if (decision.isTaken) event.preventDefault()
      // The hint disappears when the wait ends, whether or not another key comes.
      clearTimeout(timer.current)
      setPendingKeys(decision.state.pending?.prefix)
      if (decision.state.pending !== undefined) timer.current = setTimeout(() => setPendingKeys(undefined), SEQUENCE_MS)
      run(decision)
      if (input.chords.length === 0) return
      // Only if no other command wants the key: several may share it.
      const isUnwanted = !decision.isTaken && state.current.pending === undefined
      if (isUnwanted && announceRefusedKey(input)) return event.preventDefault()
      keepIfLost({ event, input, decision, begun: begun.current })
      begun.current = decision.state.pending === undefined ? undefined : event
    },
    { enableOnFormTags: true, enableOnContentEditable: true },
  )

  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => earlyKeys.playBy(play), [])
  useEffect(() => earlyKeys.screenOpens(), [path])
}

function decide(state: DispatchState, input: KeyInput): Decision {
  const { commands, scopes } = findActiveCommands(makeContext('key'))
  return dispatch(state, input, bindingsOf({ commands, scopes, preferences: keyStore }))
}

function run({ run: found }: Decision): void {
  if (found !== undefined) void runCommand(found.commandId, { source: 'key', chord: found.chord })
}

type Heard = {
  readonly event: KeyboardEvent
  readonly input: KeyInput
  readonly decision: Decision
  /** The first key of the sequence this key might have completed. */
  readonly begun: KeyboardEvent | undefined
}

/** Keeps an unused key while a screen opens; any other key means that the person has moved on. */
function keepIfLost({ event, input, decision, begun }: Heard): void {
  const leads = decision.run !== undefined || decision.state.pending !== undefined
  if (leads || input.isTyping || input.isHandled) earlyKeys.forget()
  else earlyKeys.keep(...(decision.isTaken && begun !== undefined ? [begun, event] : [event]))
}

/** Plays one key, or both of a sequence; the next are tried once the command has finished. */
function play(events: readonly KeyboardEvent[]): number {
  const [first, second] = events.map((event) => ({
    ...toKeyInput(event, platformOf(navigator.userAgent)),
    isHandled: false,
  }))
  if (first === undefined) return 0
  const begun = decide(idle, first)
  const isSequence = begun.state.pending !== undefined && second !== undefined
  const decision = isSequence ? decide(begun.state, second) : begun
  run(decision)
  if (decision.run === undefined) return 0
  return isSequence ? 2 : 1
}
