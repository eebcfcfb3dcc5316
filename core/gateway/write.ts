import { unreadableChange } from '#core/change/unreadable-change.ts'
import type { AnyMutation, Call, Skipped, WriteAnswer } from '#core/change/mutation.ts'
import { makeForeignAnswerError } from '#core/lib/storage-check.ts'
import { toId, type OperationId, type TaskId } from '#core/lib/ids.ts'
import { findMutator } from '#core/sync/mutators.ts'
import type { ProcedureName, Rest } from './rest.ts'
import { errorOfFailure } from './wire-error.ts'

/** For writes that do not state their revision: the next pull includes them in any case. */
const unknownRev: WriteAnswer = { rev: undefined, skipped: [] }

/** Sends a change to its procedure, which answers a repeated operation as it did the first time. */
export async function sendWrite(
  rest: Rest,
  mutation: AnyMutation,
  { id, waitedMs }: { readonly id: OperationId; readonly waitedMs: number },
): Promise<WriteAnswer> {
  const mutator = findMutator(mutation)
  if (mutator === undefined) throw unreadableChange(mutation.kind)
  const call = mutator.send(mutation)
  const { procedure, args, isDated } = call
  const request = { ...args, p_operation_id: id, ...(isDated === true && { p_waited_ms: Math.round(waitedMs) }) }
  // The test of all changes against the database detects unknown procedures.
  const answer = await rest.call(procedure as ProcedureName, request)
  return readAnswer(answer, call)
}

/**
 * Reads the response of a writing procedure: `{rev, skipped}`, plus fields that pulls bring as well; from procedures
 * that state no revision of their own, a row or a row count. Anything else came from something in between, and the
 * write stays pending.
 */
function readAnswer(answer: unknown, { isSilent, readSkipped = toSkipped }: Call): WriteAnswer {
  const said: { rev?: unknown } = Object(answer)
  if (isSilent === true && typeof answer === 'number') return unknownRev
  // Null if nothing was left to change, for example because what is deleted is already gone.
  if (typeof said.rev !== 'number' && said.rev !== null) throw errorOfFailure(makeForeignAnswerError())
  if (isSilent === true || said.rev === null) return { ...unknownRev, skipped: readSkipped(said) }
  return { rev: said.rev, skipped: readSkipped(said) }
}

type WireSkipped = { readonly task_id: string; readonly reason: Skipped['reason'] }

function toSkipped(answer: unknown): readonly Skipped[] {
  const { skipped }: { skipped?: unknown } = Object(answer)
  // It is a list only in responses about tasks; each entry then has this shape.
  const list = Array.isArray(skipped) ? (skipped as readonly WireSkipped[]) : []
  return list.map(({ task_id, reason }) => ({ taskId: toId<TaskId>(task_id), reason }))
}
