import { messages } from '#core/lib/messages.ts'
import { ok, type Result } from '#core/lib/result.ts'
import type { Done, Step } from '#core/operations/carry-out.ts'
import type { StudioClient } from '#core/sync/make-client.ts'
import type { CommandUndo } from '#app/commands/define-command.ts'
import { reportFailure } from '#app/commands/report-failure.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { dismissToast, showToast } from '#app/stores/toast-store.ts'

type PerformOptions = {
  readonly client: StudioClient
  /** The specification's words for when the server refuses in the end; some take its reason into themselves. */
  readonly failedText: string | ((reason: string) => string)
  /** What was done, with Undo beside it, for a change that is large or hard to see. */
  readonly doneText?: string | undefined
  /** What is said when the server left some of it as it was; by default, that somebody else was there first. */
  readonly skippedText?: string
  /** What is said when the server finds that some or all of it is gone; trying again would be of no use then. */
  readonly goneText?: string
  /** When the server has refused, after the view has gone back. */
  readonly onRefused?: () => void
}

/** There is one at a time: its Undo takes back the newest change, whatever that is. */
const doneToast = 'done'

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
  dismissToast(doneToast)
  if (done.conflictCount > 0) showToast({ text: messages['changed-by-someone-else'] })
  else if (options.doneText !== undefined) tellDone(options.doneText, done)
  return ok(done.undo && toCommandUndo(done.undo, options))
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

function tellDone(text: string, { undo }: Done): void {
  const action = { label: 'Undo', run: () => void runCommand('history.undo') }
  showToast({ id: doneToast, kind: 'success', text, ...(undo && { action }) })
}

/** An undo or redo can find less to do than there was, and fails like anything else. */
function toCommandUndo({ label, steps }: NonNullable<Done['undo']>, options: PerformOptions): CommandUndo {
  const run = (step: Step) => async (): Promise<void> => {
    const result = await perform(step(), { ...options, doneText: undefined })
    if (!result.ok) reportFailure(result.error)
  }
  return { label, steps: steps.map(({ apply, revert }) => ({ apply: run(apply), revert: run(revert) })) }
}

async function watchAnswer(done: Done, options: PerformOptions): Promise<void> {
  const { client, failedText, skippedText = messages['changed-by-someone-else'], goneText, onRefused } = options
  const answer = await done.answered
  if (answer.ok) {
    const reasons = new Set(answer.value.skipped.map(({ reason }) => reason))
    if (reasons.has('conflict')) showToast({ text: skippedText })
    if (goneText !== undefined && reasons.has('not_found')) showToast({ text: goneText })
    return
  }
  onRefused?.()
  if (goneText !== undefined && answer.error.code === 'not-found') {
    showToast({ text: goneText })
    return await client.outbox.dismiss(done.id)
  }
  const reason = answer.error.message
  const text = typeof failedText === 'string' ? failedText : failedText(reason)
  const label = client.outbox.getEntries().find(({ id }) => id === done.id)?.label
  showToast({
    // One toast for one refused write, whoever else tells of it.
    id: `refused-${done.id}`,
    kind: 'error',
    text,
    suggestion: [label, text.includes(reason) ? undefined : reason].filter((part) => part !== undefined).join(': '),
    action: { label: 'Retry', run: () => void client.outbox.retry(done.id) },
  })
}
