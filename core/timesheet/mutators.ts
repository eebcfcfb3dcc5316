import * as v from 'valibot'
import { defineMutator, toMutation, type Mutator } from '#core/change/define-mutator.ts'
import { day, fields, flag, id } from '#core/change/shapes.ts'
import type { CalendarDate } from '#core/lib/calendar-date.ts'
import type { StudioId } from '#core/lib/ids.ts'
import { invertTimeEdits, isEntryEdit, type EditedTime, type TimeEdit } from './edits.ts'

type ChangeTime = {
  readonly studioId: StudioId
  readonly edits: readonly TimeEdit[]
  readonly label?: string | undefined
}

/**
 * Changes one's own logged time. A client keeps no rows of it: screens apply the outbox's edits to the server's list.
 * What somebody else has changed stays.
 */
export const changeTime: Mutator<'change-time', ChangeTime> = defineMutator({
  kind: 'change-time',
  args: v.object({
    studioId: id<StudioId>(),
    edits: v.array(fields<TimeEdit>()),
    label: v.optional(v.string()),
  }) as v.GenericSchema<unknown, ChangeTime>,
  label: ({ label = 'Change time' }) => label,
  about: ({ edits }) => [
    ...new Set(edits.flatMap(({ before, after }) => [before?.taskId ?? [], after?.taskId ?? []].flat())),
  ],
  plan: (_rows, args) =>
    args.edits.length === 0 ? { refusal: 'not-found' } : { args, changedCount: args.edits.length },
  apply: () => undefined,
  invert: (_rows, { edits, ...rest }) => [toMutation(changeTime, { ...rest, edits: invertTimeEdits(edits) })],
  send: ({ studioId, edits }) => ({
    procedure: 'change_time',
    args: { p_studio_id: studioId, p_changes: edits.map(encodeEdit) },
  }),
})

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

/** The state that the database must still have. */
function describe(time: EditedTime | undefined): string {
  if (time === undefined) return 'absent'
  return time.isRunning ? 'running' : String(time.minutes)
}

type SetTimeLock = {
  readonly studioId: StudioId
  /** The week's Monday; the week goes from midnight to midnight in the time zone. */
  readonly week: CalendarDate
  readonly timeZone: string
  readonly isLocked: boolean
}

/** Locks or unlocks a week's logged time; the server allows only leads to. */
export const setTimeLock: Mutator<'set-time-lock', SetTimeLock> = defineMutator({
  kind: 'set-time-lock',
  args: v.object({
    studioId: id<StudioId>(),
    week: day,
    timeZone: v.string(),
    isLocked: flag,
  }) as v.GenericSchema<unknown, SetTimeLock>,
  label: ({ isLocked }) => (isLocked ? 'Lock week' : 'Unlock week'),
  apply: () => undefined,
  invert: (_rows, args) => [toMutation(setTimeLock, { ...args, isLocked: !args.isLocked })],
  send: ({ studioId, week, timeZone, isLocked }) => ({
    procedure: 'set_time_lock',
    args: { p_studio_id: studioId, p_week: week, p_time_zone: timeZone, p_is_locked: isLocked },
  }),
})
