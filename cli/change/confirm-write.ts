import type { Done } from '#core/change/context.ts'
import { toUndoText } from '#core/sync/undo-json.ts'
import type { OperationId, StudioId } from '#core/lib/ids.ts'
import type { Result } from '#core/lib/result.ts'
import type { StudioClient } from '#core/sync/studio-client.ts'
import type { Context } from '../context.ts'
import { saveEntry, type Effect } from './journal.ts'

type WriteReport = { readonly label: string; readonly studioId: StudioId; readonly done: Result<Done> }

/** Waits for the server to confirm a change, remembers how to undo it and returns its id. */
export async function confirmWrite({ label, studioId, done }: WriteReport, context: Context): Promise<string> {
  if (!done.ok) throw done.error
  const answer = await done.value.answered
  if (!answer.ok) throw answer.error
  return await rememberWrite({ id: done.value.id, label, studioId, effect: toEffect(done.value) }, context)
}

const lookAgainMs = 20
const longestMs = 5000

/** Waits until a write's rows have come back from the server, which may have assigned a different key. */
export async function waitForRows(id: string, client: StudioClient): Promise<void> {
  for (let waited = 0; waited < longestMs; waited += lookAgainMs) {
    if (client.outbox.getEntries().every((entry) => entry.id !== id)) return
    await new Promise<void>((resolve) => client.clock.after(lookAgainMs, resolve))
  }
}

/** Returns a change's undo in the form the journal stores. */
export function toEffect({ undo, changedCount }: Done): Effect {
  const steps = (undo?.steps ?? []).map((step) => {
    // Optimistic rows are of no use to a program that displays nothing.
    const { rows: _rows, ...mutation } = step.mutation
    return { ...step, mutation: { ...mutation, kind: step.mutation.kind } }
  })
  return { kind: 'undo', size: changedCount, undo: toUndoText({ label: undo?.label ?? '', steps }) }
}

type Written = Pick<WriteReport, 'label' | 'studioId'> & { readonly id: OperationId; readonly effect: Effect }

/** Remembers a confirmed write with its undo; returns its id. */
export async function rememberWrite({ id, label, studioId, effect }: Written, context: Context): Promise<string> {
  const { url: host } = await context.loadHost()
  const { userId } = await context.loadSession()
  const at = new Date(context.clock.now()).toISOString()
  await saveEntry(context.io, { id, at, label, host, studioId, userId, effect })
  return id
}
