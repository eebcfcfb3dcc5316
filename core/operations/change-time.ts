import { invertTimeEdits, type TimeEdit } from '../domain/timesheet-edits.ts'
import type { StudioId } from '../lib/ids.ts'
import type { Result } from '../lib/result.ts'
import { carryOut, refuse, type Done, type OperationContext } from './carry-out.ts'

export type ChangeTimeInput = {
  readonly studioId: StudioId
  readonly label: string
  readonly edits: readonly TimeEdit[]
}

/**
 * Changes one's own logged time in one write. Logged time has no replica: whoever shows it lays the outbox's edits over
 * what the server listed. Undo leaves alone what was changed since.
 */
export async function changeTime(input: ChangeTimeInput, context: OperationContext): Promise<Result<Done>> {
  const { studioId, label, edits } = input
  if (edits.length === 0) return refuse('not-found')
  return await carryOut(
    context,
    {
      studioId,
      label,
      mutation: { kind: 'change-time', studioId, edits },
      patches: [],
      about: [...new Set(edits.flatMap(({ before, after }) => [before?.taskId, after?.taskId]))].filter(
        (id) => id !== undefined,
      ),
    },
    {
      changedCount: edits.length,
      revert: async () => await changeTime({ ...input, edits: invertTimeEdits(edits) }, context),
    },
  )
}
