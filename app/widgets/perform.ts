import type { StudioClient } from '#core/sync/studio-client.ts'
import type { Done, Undo } from '#core/change/context.ts'
import { messages } from '#core/lib/messages.ts'
import { ok, type Result } from '#core/lib/result.ts'
import { undoSteps } from '#core/change/undo-steps.ts'
import type { CommandUndo } from '#app/commands/define-command.ts'
import { reportFailure } from '#app/commands/report-failure.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { forgetDone, historyAct, announceDone } from '#app/commands/announce-done.ts'
import { showToast } from '#app/stores/toast-store.ts'

type PerformOptions = {
  readonly client: StudioClient
  /** The specification's message if the server refuses; some include its reason. */
  readonly failedText: string | ((reason: string) => string)
  /** A message with Undo, for a change that is large or hard to see. */
  readonly doneText?: string | undefined
  /** Shown if the server left some of it unchanged; by default, that someone else was there first. */
  readonly skippedText?: string
  /** Shown if the server finds that some or all of it is gone; a retry would not help then. */
  readonly goneText?: string
  /** Called when the server has refused, after the view has been reverted. */
  readonly onRefused?: () => void
}

/**
 * Waits until an operation is on screen and returns its undo. A later refusal by the server is shown: the change has
 * then been reverted, and is no longer announced as done. Having nothing to change is not a failure.
 */
export async function perform(
  operation: Promise<Result<Done>>,
  options: PerformOptions,
  act: string = crypto.randomUUID(),
): Promise<Result<CommandUndo | undefined>> {
  const result = await operation
  if (!result.ok) return result.error.code === 'not-found' ? ok(undefined) : result
  const { value: done } = result
  void watchAnswer(done, options, act)
  forgetDone()
  if (done.conflictCount > 0) showToast({ text: messages['changed-by-someone-else'] })
  else if (options.doneText !== undefined)
    announceDone({ text: options.doneText, kind: 'success', act, ...(done.undo && { action: undoAction }) })
  return ok(done.undo && toCommandUndo(done.undo, options))
}

/**
 * Performs related operations one after another and stops at the first failure. What was done before it can still be
 * undone.
 */
export async function performAll(
  operations: readonly (() => Promise<Result<Done>>)[],
  options: PerformOptions & {
    /** What undo calls all of them together; by default, the first one's name. */
    readonly label?: string | undefined
  },
): Promise<Result<CommandUndo | undefined>> {
  const act = crypto.randomUUID()
  let all: Undo | undefined
  for (const operation of operations) {
    const result = await perform(operation(), options, act)
    if (!result.ok && all === undefined) return result
    if (!result.ok) {
      forgetDone(act)
      reportFailure(result.error)
      break
    }
    const undo = result.value?.data
    if (undo !== undefined)
      all = { label: options.label ?? all?.label ?? undo.label, steps: [...(all?.steps ?? []), ...undo.steps] }
  }
  return ok(all && toCommandUndo(all, options))
}

const undoAction = { label: 'Undo', run: () => void runCommand('history.undo') } as const

/**
 * Returns an undo entry for a change stored as data. It may find less to undo than there was, and fails like any
 * other change.
 */
export function toCommandUndo(undo: Undo, options: PerformOptions): CommandUndo {
  const again = { ...options, doneText: undefined }
  return {
    label: undo.label,
    data: undo,
    undo: async () => {
      const { redo } = await undoSteps(undo, async (step) => {
        const operation = options.client.carryOut(step)
        const told = await perform(operation, again, historyAct)
        if (!told.ok) reportFailure(told.error)
        return await operation
      })
      return redo && toCommandUndo(redo, again)
    },
  }
}

async function watchAnswer(done: Done, options: PerformOptions, act: string): Promise<void> {
  const { client, failedText, skippedText = messages['changed-by-someone-else'], goneText, onRefused } = options
  const answer = await done.answered
  if (answer.ok) {
    const reasons = new Set(answer.value.skipped.map(({ reason }) => reason))
    if (reasons.has('conflict')) showToast({ text: skippedText })
    if (goneText !== undefined && reasons.has('not_found')) showToast({ text: goneText })
    return
  }
  onRefused?.()
  forgetDone(act)
  if (goneText !== undefined && answer.error.code === 'not-found') {
    showToast({ text: goneText })
    return await client.outbox.dismiss(done.id)
  }
  const reason = answer.error.message
  const text = typeof failedText === 'string' ? failedText : failedText(reason)
  const label = client.outbox.getEntries().find(({ id }) => id === done.id)?.label
  showToast({
    // One toast per refused write, whoever else reports it.
    id: `refused-${done.id}`,
    kind: 'error',
    text,
    suggestion: [label, text.includes(reason) ? undefined : reason].filter((part) => part !== undefined).join(': '),
    action: { label: 'Retry', run: () => void client.outbox.retry(done.id) },
  })
}
