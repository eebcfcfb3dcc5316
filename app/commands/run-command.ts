import { assert } from '#core/lib/assert.ts'
import { openPalette } from '#app/stores/ui-store.ts'
import { makeContext } from './command-context.ts'
import type { CommandOutcome, CommandSource, CommandUndo } from './define-command.ts'
import { registry } from './registry.ts'
import { reportFailure } from './report-failure.ts'
import { undoStack } from './undo-stack.ts'

type RunOptions = {
  readonly args?: readonly string[]
  readonly source?: CommandSource
  readonly chord?: string | undefined
  /** Where it leads is opened in a new tab. */
  readonly isElsewhere?: boolean
}

/**
 * Runs a command, whoever asks for it. Without the arguments it needs the palette opens on their pages; a command that
 * cannot act now does nothing. Nothing a command throws leaves this function: it becomes a toast.
 */
export async function runCommand(id: string, options: RunOptions = {}): Promise<void> {
  const { args = [], source = 'control', chord, isElsewhere } = options
  try {
    const command = registry.find(id)
    assert(command !== undefined, `the command ${id} is registered`)
    const context = makeContext(source, chord, isElsewhere)
    if (command.when?.(context) === false) return
    if (args.length < (command.args?.length ?? 0)) openPalette({ commandId: id })
    else record(await command.run(context, args))
  } catch (caught) {
    reportFailure(caught, () => void runCommand(id, options))
  }
}

function record(outcome: CommandOutcome): void {
  if (outcome === undefined) return
  if ('steps' in outcome) undoStack.record(outcome)
  else if (!outcome.ok) throw outcome.error
  else if (isUndo(outcome.value)) undoStack.record(outcome.value)
}

function isUndo(value: CommandUndo | undefined | void): value is CommandUndo {
  return value !== undefined && 'steps' in value
}
