import type { Mutation } from '../domain/mutations.ts'
import type { TaskBlockRow } from '../domain/rows.ts'
import type { OperationId } from '../lib/ids.ts'
import type { WriteAnswer } from './ports.ts'
import type { Rest } from './rest.ts'
import { encodeFields } from './rows.ts'
import { toAnswer } from './tasks.ts'

type MutationOf<Kind extends Mutation['kind']> = Extract<Mutation, { kind: Kind }>

/** Creates, moves and deletes blocks of the timeline in one step. */
export async function changeBlocks(
  rest: Rest,
  { studioId, changes }: MutationOf<'change-blocks'>,
  operationId: OperationId,
): Promise<WriteAnswer> {
  return toAnswer(
    await rest.call('change_task_blocks', {
      p_studio_id: studioId,
      p_changes: changes.map(({ block, isDeleted, expected }) => ({
        ...encodeBlock(block),
        is_deleted: isDeleted,
        expected: expected === undefined ? null : expected === 'absent' ? { is_absent: true } : encodeBlock(expected),
      })),
      p_operation_id: operationId,
    }),
  )
}

/** Marks days of a member as off, or takes the marks away. */
export async function setDaysOff(
  rest: Rest,
  { studioId, userId, days, isOff }: MutationOf<'set-days-off'>,
): Promise<WriteAnswer> {
  return toAnswer(
    await rest.call('set_days_off', {
      p_studio_id: studioId,
      p_user_id: userId,
      p_days: [...days],
      p_is_off: isOff,
    }),
  )
}

function encodeBlock(block: TaskBlockRow) {
  return encodeFields('task_blocks', block)
}
