import { isEntryEdit, type EditedTime, type TimeEdit } from '../domain/timesheet-edits.ts'
import type { Mutation } from '../domain/mutations.ts'
import type { OperationId } from '../lib/ids.ts'
import type { WriteAnswer } from './ports.ts'
import type { Rest } from './rest.ts'
import { toAnswer } from './tasks.ts'

type MutationOf<Kind extends Mutation['kind']> = Extract<Mutation, { kind: Kind }>

/** Changes minutes of revisions, and entries without one, in one step; what somebody changed meanwhile stays. */
export async function changeTime(
  rest: Rest,
  { studioId, edits }: MutationOf<'change-time'>,
  operationId: OperationId,
): Promise<WriteAnswer> {
  return toAnswer(
    await rest.call('change_time', {
      p_studio_id: studioId,
      p_changes: edits.map(encodeEdit),
      p_operation_id: operationId,
    }),
  )
}

/** Locks the logged time of a week, or unlocks it. */
export async function setTimeLock(
  rest: Rest,
  { studioId, week, timeZone, isLocked }: MutationOf<'set-time-lock'>,
): Promise<WriteAnswer> {
  return toAnswer(
    await rest.call('set_time_lock', {
      p_studio_id: studioId,
      p_week: week,
      p_time_zone: timeZone,
      p_is_locked: isLocked,
    }),
  )
}

function encodeEdit(edit: TimeEdit): object {
  const { before, after } = edit
  const expected = describe(before)
  if (!isEntryEdit(edit)) return { kind: 'revision', id: after?.id, minutes: after?.minutes, expected }
  if (after === undefined) return { kind: 'entry', id: before.id, task_id: before.taskId, is_deleted: true, expected }
  return {
    kind: 'entry',
    id: after.id,
    task_id: after.taskId,
    started_at: new Date(after.createdAt).toISOString(),
    minutes: after.isRunning ? null : after.minutes,
    note: after.comment,
    expected,
  }
}

/** What the database must still hold. */
function describe(time: EditedTime | undefined): string {
  if (time === undefined) return 'absent'
  return time.isRunning ? 'running' : String(time.minutes)
}
