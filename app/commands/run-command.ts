import { assert } from '#core/lib/assert.ts'
import { openPalette } from '#app/stores/ui-store.ts'
import { makeContext } from './command-context.ts'
import type { Command, CommandOutcome, CommandSource, CommandUndo } from './define-command.ts'
import { registry } from './registry.ts'
import { reportFailure } from './report-failure.ts'
import { findDoneAct, forgetDone } from './announce-done.ts'
import { undoStack } from './undo-stack.ts'

/** How long a part of the app may take to load on a slow machine. */
const MOST_MILLISECONDS = 5000

type RunOptions = {
  readonly args?: readonly string[]
  readonly source?: CommandSource
  readonly chord?: string | undefined
  /** Opens the target in a new tab. */
  readonly isElsewhere?: boolean
}

/**
 * Runs a command, however it was triggered. If arguments are missing, the palette opens to ask for them; a command that
 * cannot act now does nothing. Errors never leave this function: they become toasts.
 */
export async function runCommand(id: string, options: RunOptions = {}): Promise<void> {
  const { args = [], source = 'control', chord, isElsewhere } = options
  try {
    const command = registry.find(id) ?? (await waitFor(id))
    assert(command !== undefined, `the command ${id} is registered`)
    const context = makeContext(source, chord, isElsewhere)
    if (command.when?.(context) === false) return
    if (args.length < (command.args?.length ?? 0)) openPalette({ commandId: id })
    else {
      const toldAct = findDoneAct()
      const isRecorded = await recordOutcome(command.run(context, args))
      // The earlier toast's Undo would take back this change instead of its own.
      if (isRecorded && toldAct !== undefined) forgetDone(toldAct)
    }
  } catch (caught) {
    reportFailure(caught, () => void runCommand(id, options))
  }
}

/** Waits for a command to be registered: its control may appear a moment earlier, and the click must not be lost. */
async function waitFor(id: string): Promise<Command | undefined> {
  return await new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      stop()
      resolve(registry.find(id))
    }
    const timer = setTimeout(end, MOST_MILLISECONDS)
    const stop = registry.subscribe(() => {
      if (registry.find(id) !== undefined) end()
    })
  })
}

/** Records a command's undo, if it has one; until it is known, an undo waits for it. */
async function recordOutcome(running: CommandOutcome | Promise<CommandOutcome>): Promise<boolean> {
  if (!(running instanceof Promise)) return record(running)
  const recorded = running.then(record)
  undoStack.expect(recorded)
  return await recorded
}

/** Returns whether there was anything to undo. */
function record(outcome: CommandOutcome): boolean {
  if (outcome === undefined) return false
  if ('ok' in outcome && !outcome.ok) throw outcome.error
  const undo = 'ok' in outcome ? outcome.value : outcome
  if (!isUndo(undo)) return false
  undoStack.record(undo)
  return true
}

function isUndo(value: CommandUndo | undefined | void): value is CommandUndo {
  return value !== undefined && typeof value.undo === 'function'
}
