import { ok, type Result } from '#core/lib/result.ts'
import type { Done, Step } from '#core/operations/carry-out.ts'
import type { StudioClient } from '#core/sync/make-client.ts'
import type { CommandUndo } from '#app/commands/define-command.ts'
import { reportFailure } from '#app/commands/report-failure.ts'
import { showToast } from '#app/stores/toast-store.ts'

type PerformOptions = {
  readonly client: StudioClient
  /** What is said when the server refuses in the end. */
  readonly failedText: string
}

/** Hands back how to undo an operation once it is on screen; a refusal that comes later is told with Retry. */
export async function perform(
  operation: Promise<Result<Done>>,
  options: PerformOptions,
): Promise<Result<CommandUndo | undefined>> {
  const result = await operation
  if (!result.ok) return result
  void watchAnswer(result.value, options)
  const { undo } = result.value
  if (undo === undefined) return ok(undefined)
  const run = (step: Step) => async (): Promise<void> => {
    const again = await perform(step(), options)
    if (!again.ok) reportFailure(again.error)
  }
  const steps = undo.steps.map(({ apply, revert }) => ({ apply: run(apply), revert: run(revert) }))
  return ok({ label: undo.label, steps })
}

async function watchAnswer({ id, answered }: Done, { client, failedText }: PerformOptions): Promise<void> {
  const answer = await answered
  if (answer.ok) return
  const { message } = answer.error
  showToast({
    // One toast for one refused write, whoever else tells of it.
    id: `refused-${id}`,
    kind: 'error',
    text: failedText,
    suggestion: message === failedText ? undefined : message,
    action: { label: 'Retry', run: () => void client.outbox.retry(id) },
  })
}
