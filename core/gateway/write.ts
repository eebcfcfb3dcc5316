import { unreadableChange } from '#core/change/unreadable-change.ts'
import type { AnyMutation, Skipped, WriteAnswer } from '#core/change/mutation.ts'
import { toId, type OperationId, type TaskId } from '#core/lib/ids.ts'
import { findMutator } from '#core/sync/mutators.ts'
import { badAnswer } from './http.ts'
import type { ProcedureName, Rest } from './rest.ts'

/** For writes that do not say their revision: the next pull holds it in any case. */
const unknownRev: WriteAnswer = { rev: undefined, skipped: [] }

/** Sends a change to the procedure that carries it out, which answers a repeat of the same operation as the first time. */
export async function sendWrite(
  rest: Rest,
  mutation: AnyMutation,
  { id, waitedMs }: { readonly id: OperationId; readonly waitedMs: number },
): Promise<WriteAnswer> {
  const mutator = findMutator(mutation)
  if (mutator === undefined) throw unreadableChange(mutation.kind)
  const { procedure, args, isSilent, isDated, readSkipped } = mutator.send(mutation)
  const request = { ...args, p_operation_id: id, ...(isDated === true && { p_waited_ms: Math.round(waitedMs) }) }
  // The test of all changes against the database finds a procedure that is none.
  const answer = await rest.call(procedure as ProcedureName, request)
  return isSilent === true ? unknownRev : readAnswer(answer, readSkipped)
}

/** Reads what a writing procedure answers: `{rev, skipped}` and more that pulls bring as well. */
function readAnswer(answer: unknown, readSkipped = toSkipped): WriteAnswer {
  if (typeof answer !== 'object' || answer === null) throw badAnswer('a write')
  const { rev }: { rev?: unknown } = answer
  return { rev: typeof rev === 'number' ? rev : undefined, skipped: readSkipped(answer) }
}

type WireSkipped = { readonly task_id: string; readonly reason: Skipped['reason'] }

function toSkipped(answer: unknown): readonly Skipped[] {
  const { skipped }: { skipped?: unknown } = Object(answer)
  // A list only where the answer is about tasks; then each entry has this shape.
  const list = Array.isArray(skipped) ? (skipped as readonly WireSkipped[]) : []
  return list.map(({ task_id, reason }) => ({ taskId: toId<TaskId>(task_id), reason }))
}
