import type { Done } from '#core/change/context.ts'
import { toUndoText } from '#core/sync/undo-json.ts'
import type { OperationId, StudioId } from '#core/lib/ids.ts'
import type { Result } from '#core/lib/result.ts'
import type { StudioClient } from '#core/sync/studio-client.ts'
import type { Context } from '../context.ts'
import { saveEntry, type Effect } from './journal.ts'

type WriteReport = { readonly label: string; readonly studioId: StudioId; readonly done: Result<Done> }

/** Waits for the server's word on a change, remembers how to take it back, and answers its id. */
export async function settleWrite({ label, studioId, done }: WriteReport, context: Context): Promise<string> {
  if (!done.ok) throw done.error
  const answer = await done.value.answered
  if (!answer.ok) throw answer.error
  return await rememberWrite({ id: done.value.id, label, studioId, effect: toEffect(done.value) }, context)
}

const lookAgainMs = 20
const longestMs = 5000

/** Waits until rows are as the server has them after a write: it may have given one another key than was asked for. */
export async function waitForRows(id: string, client: StudioClient): Promise<void> {
  for (let waited = 0; waited < longestMs; waited += lookAgainMs) {
    if (client.outbox.getEntries().every((entry) => entry.id !== id)) return
    await new Promise<void>((resolve) => client.clock.after(lookAgainMs, resolve))
  }
}

/** What takes a change back, as the journal keeps it. */
export function toEffect({ undo, changedCount }: Done): Effect {
  const steps = (undo?.steps ?? []).map((step) => {
    // What is shown until the server's rows come is of no use to a program that shows nothing.
    const { rows: _rows, ...mutation } = step.mutation
    return { ...step, mutation: { ...mutation, kind: step.mutation.kind } }
  })
  return { kind: 'undo', size: changedCount, undo: toUndoText({ label: undo?.label ?? '', steps }) }
}

type Written = Pick<WriteReport, 'label' | 'studioId'> & { readonly id: OperationId; readonly effect: Effect }

/** Remembers a write that was carried out with what takes it back; answers its id. */
export async function rememberWrite({ id, label, studioId, effect }: Written, context: Context): Promise<string> {
  const { url: host } = await context.loadHost()
  const { userId } = await context.loadSession()
  const at = new Date(context.clock.now()).toISOString()
  await saveEntry(context.io, { id, at, label, host, studioId, userId, effect })
  return id
}
