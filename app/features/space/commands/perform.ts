import { messages } from '#core/lib/messages.ts'
import { ok, type Result } from '#core/lib/result.ts'
import type { Done, Step } from '#core/operations/carry-out.ts'
import type { StudioClient } from '#core/sync/make-client.ts'
import type { CommandUndo } from '#app/commands/define-command.ts'
import { reportFailure } from '#app/commands/report-failure.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { showToast } from '#app/stores/toast-store.ts'

type PerformOptions = {
  readonly client: StudioClient
  /** The specification's words for when the server refuses in the end. */
  readonly failedText: string
  /** What was done, for a change large enough to say so. */
  readonly doneText?: string | undefined
}

/**
 * Waits until an operation is on screen and hands back how to undo it. What the server says later is told when it is bad:
 * the change has then gone from the screen by itself. Nothing to change is not a failure.
 */
export async function perform(
  operation: Promise<Result<Done>>,
  options: PerformOptions,
): Promise<Result<CommandUndo | undefined>> {
  const result = await operation
  if (!result.ok) return result.error.code === 'not-found' ? ok(undefined) : result
  const { value: done } = result
  void watchAnswer(done, options)
  const { doneText } = options
  if (done.conflictCount > 0) showToast({ text: messages['changed-by-someone-else'] })
  else if (doneText !== undefined) {
    const action = { label: 'Undo', run: () => void runCommand('history.undo') }
    showToast({ kind: 'success', text: doneText, ...(done.undo && { action }) })
  }
  return ok(done.undo && toCommandUndo(done.undo, options))
}

/** An undo or redo can find less to do than there was, and fails like anything else. */
function toCommandUndo({ label, steps }: NonNullable<Done['undo']>, options: PerformOptions): CommandUndo {
  const run = (step: Step) => async (): Promise<void> => {
    const result = await perform(step(), { ...options, doneText: undefined })
    if (!result.ok) reportFailure(result.error)
  }
  return { label, steps: steps.map(({ apply, revert }) => ({ apply: run(apply), revert: run(revert) })) }
}

async function watchAnswer(done: Done, { client, failedText }: PerformOptions): Promise<void> {
  const answer = await done.answered
  if (!answer.ok) {
    showToast({
      // One toast for one refused write, whoever else tells of it.
      id: `refused-${done.id}`,
      kind: 'error',
      text: failedText,
      suggestion: answer.error.message === failedText ? undefined : answer.error.message,
      action: { label: 'Retry', run: () => void client.outbox.retry(done.id) },
    })
  } else if (answer.value.skipped.some(({ reason }) => reason === 'conflict')) {
    showToast({ text: messages['changed-by-someone-else'] })
  }
}
