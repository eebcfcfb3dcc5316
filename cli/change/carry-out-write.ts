import type { Mutation } from '#core/domain/mutations.ts'
import type { OperationId, StudioId } from '#core/lib/ids.ts'
import type { Result } from '#core/lib/result.ts'
import type { Done } from '#core/operations/carry-out.ts'
import type { Context } from '../context.ts'
import { saveEntry, type Effect } from './journal.ts'

type WriteReport = {
  readonly label: string
  readonly studioId: StudioId
  readonly done: Result<Done>
  /** The write that takes it back, by the operation's id. */
  readonly toInverse: (operationId: OperationId) => Mutation
}

/** Waits for the server's word on an operation, remembers how to take it back, and answers its id. */
export async function settleWrite(
  { label, studioId, done, toInverse }: WriteReport,
  context: Context,
): Promise<string> {
  if (!done.ok) throw done.error
  const answer = await done.value.answered
  if (!answer.ok) throw answer.error
  const { id } = done.value
  return await rememberWrite({ id, label, studioId, effect: { kind: 'write', mutation: toInverse(id) } }, context)
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
