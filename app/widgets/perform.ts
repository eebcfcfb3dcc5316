import { messages } from '#core/lib/messages.ts'
import { ok, type Result } from '#core/lib/result.ts'
import type { Done, Step } from '#core/operations/carry-out.ts'
import type { StudioClient } from '#core/sync/make-client.ts'
import type { CommandUndo } from '#app/commands/define-command.ts'
import { reportFailure } from '#app/commands/report-failure.ts'
import { showToast } from '#app/stores/toast-store.ts'

type PerformOptions = {
  readonly client: StudioClient
  /** The specification's words for when the server refuses in the end; some take its reason into themselves. */
  readonly failedText: string | ((reason: string) => string)
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
  void watchAnswer(result.value, options)
  if (result.value.conflictCount > 0) showToast({ text: messages['changed-by-someone-else'] })
  return ok(result.value.undo && toCommandUndo(result.value.undo, options))
}

/** The same for operations that belong together, one after the other; the first that fails ends it. */
export async function performAll(
  operations: readonly (() => Promise<Result<Done>>)[],
  options: PerformOptions,
): Promise<Result<CommandUndo | undefined>> {
  let all: CommandUndo | undefined
  for (const operation of operations) {
    const result = await perform(operation(), options)
    if (!result.ok) return result
    const { value: undo } = result
    if (undo !== undefined) all = { label: all?.label ?? undo.label, steps: [...(all?.steps ?? []), ...undo.steps] }
  }
  return ok(all)
}

function toCommandUndo({ label, steps }: NonNullable<Done['undo']>, options: PerformOptions): CommandUndo {
  const run = (step: Step) => async (): Promise<void> => {
    const result = await perform(step(), options)
    if (!result.ok) reportFailure(result.error)
  }
  return { label, steps: steps.map(({ apply, revert }) => ({ apply: run(apply), revert: run(revert) })) }
}

async function watchAnswer(done: Done, { client, failedText }: PerformOptions): Promise<void> {
  const answer = await done.answered
  if (answer.ok) return
  const reason = answer.error.message
  const text = typeof failedText === 'string' ? failedText : failedText(reason)
  showToast({
    // One toast for one refused write, whoever else tells of it.
    id: `refused-${done.id}`,
    kind: 'error',
    text,
    suggestion: text.includes(reason) ? undefined : reason,
    action: { label: 'Retry', run: () => void client.outbox.retry(done.id) },
  })
}
