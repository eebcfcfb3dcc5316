import * as v from 'valibot'
import { defineMutator, toMutation, type Mutator, type Plan } from '#core/change/define-mutator.ts'
import { day, fields, flag, id } from '#core/change/shapes.ts'
import type { RowReader, Transaction } from '#core/change/transaction.ts'
import type { CalendarDate } from '#core/lib/calendar-date.ts'
import type { StudioId, UserId } from '#core/lib/ids.ts'
import { encodeFields } from '#core/schema/encode-fields.ts'
import type { Scope } from '#core/schema/scope.ts'
import { rowKey } from '#core/schema/tables.ts'
import type { TaskBlockRow } from '#core/schema/task-blocks.ts'

/**
 * A change to a block of the timeline: new values, or a deletion, which may put a task's last block back in the queue.
 */
export type BlockChange = {
  readonly block: TaskBlockRow
  readonly isDeleted: boolean
  /** The state the block must still have, `absent` if it must not exist; otherwise it is left alone. */
  readonly expected?: TaskBlockRow | 'absent' | undefined
}

type ChangeBlocks = {
  readonly studioId: StudioId
  readonly changes: readonly BlockChange[]
  readonly label?: string | undefined
}

const block = fields<TaskBlockRow>()

/**
 * Creates, moves and deletes blocks; the last one to move a block wins, and the last block of a task goes back to the
 * queue.
 */
export const changeBlocks: Mutator<'change-blocks', ChangeBlocks> = defineMutator({
  kind: 'change-blocks',
  args: v.object({
    studioId: id<StudioId>(),
    changes: v.array(v.object({ block, isDeleted: flag, expected: v.optional(v.union([v.literal('absent'), block])) })),
    label: v.optional(v.string()),
  }) as v.GenericSchema<unknown, ChangeBlocks>,
  label: ({ label = 'Move blocks' }) => label,

  plan(rows, args): Plan<ChangeBlocks> {
    let conflictCount = 0
    const changes = args.changes.filter((change) => {
      const present = rows.find('task_blocks', change.block.id)
      if (isConflict(present, change)) conflictCount += 1
      else return !isSameBlock(present, change.isDeleted ? undefined : change.block)
      return false
    })
    if (changes.length === 0) return { refusal: conflictCount > 0 ? 'changed-by-someone-else' : 'not-found' }
    return { args: { ...args, changes }, changedCount: changes.length, conflictCount }
  },

  apply(tx, { changes }) {
    for (const change of changes) {
      const present = tx.find('task_blocks', change.block.id)
      if (isConflict(present, change)) tx.skip(change.block.taskId, 'conflict')
      else if (change.isDeleted && !isLast(tx, change, changes)) tx.remove('task_blocks', [change.block.id])
      else putBlock(tx, change.isDeleted ? toQueued(change.block) : change.block)
    }
  },

  invert: (rows, { studioId, changes, label }) => [
    toMutation(changeBlocks, {
      studioId,
      label,
      changes: changes.map(({ block: after, isDeleted }): BlockChange => {
        const before = rows.find('task_blocks', after.id)
        return { block: before ?? after, isDeleted: before === undefined, expected: isDeleted ? 'absent' : after }
      }),
    }),
  ],

  send: ({ studioId, changes }) => ({
    procedure: 'change_task_blocks',
    args: {
      p_studio_id: studioId,
      p_changes: changes.map(({ block: row, isDeleted, expected }) => ({
        ...encodeFields('task_blocks', row),
        is_deleted: isDeleted,
        expected:
          expected === undefined
            ? null
            : expected === 'absent'
              ? { is_absent: true }
              : encodeFields('task_blocks', expected),
      })),
    },
  }),
})

/** Whether two versions of a block have the same place. */
export function isSameBlock(first: TaskBlockRow | undefined, second: TaskBlockRow | undefined): boolean {
  return (
    first?.id === second?.id &&
    first?.assigneeId === second?.assigneeId &&
    first?.startDate === second?.startDate &&
    first?.durationDays === second?.durationDays &&
    first?.rowIndex === second?.rowIndex
  )
}

function isConflict(present: TaskBlockRow | undefined, { expected }: BlockChange): boolean {
  return expected !== undefined && !isSameBlock(present, expected === 'absent' ? undefined : expected)
}

/** Whether a change would leave a task without a block. */
function isLast(rows: RowReader, change: BlockChange, changes: readonly BlockChange[]): boolean {
  const { id: blockId, taskId } = change.block
  const ofTask = changes.filter((other) => other.block.taskId === taskId)
  const gone = new Set(ofTask.filter(({ isDeleted }) => isDeleted).map((other) => other.block.id))
  const stays = rows.under('task_blocks', taskId).some((other) => other.id !== blockId && !gone.has(other.id))
  return !stays && !ofTask.some(({ isDeleted }) => !isDeleted)
}

/** Writes the change to the block's space as well: a task's artists are read from its blocks. */
function putBlock(tx: Transaction, row: TaskBlockRow): void {
  const spaceId = tx.find('timeline_tasks', row.taskId)?.spaceId
  const scope: Scope | undefined = spaceId === undefined ? undefined : `space:${spaceId}`
  const { assigneeId, startDate, durationDays, rowIndex } = row
  if (tx.find('task_blocks', row.id) !== undefined) {
    return tx.set({ table: 'task_blocks', scope }, [row.id], { assigneeId, startDate, durationDays, rowIndex })
  }
  tx.add(`timeline:${tx.studioId}`, 'task_blocks', [row])
  // The in-memory server keeps each row in one scope.
  if (scope !== undefined && !tx.isServer) tx.add(scope, 'task_blocks', [row])
}

function toQueued(row: TaskBlockRow): TaskBlockRow {
  return { ...row, assigneeId: undefined, startDate: undefined, durationDays: 1, rowIndex: 0 }
}

type SetDaysOff = {
  readonly studioId: StudioId
  readonly userId: UserId
  readonly days: readonly CalendarDate[]
  readonly isOff: boolean
}

/** Marks or unmarks days as a member's days off. */
export const setDaysOff: Mutator<'set-days-off', SetDaysOff> = defineMutator({
  kind: 'set-days-off',
  args: v.object({
    studioId: id<StudioId>(),
    userId: id<UserId>(),
    days: v.array(day),
    isOff: flag,
  }) as v.GenericSchema<unknown, SetDaysOff>,
  label: ({ isOff }) => (isOff ? 'Set days off' : 'Remove days off'),

  plan(rows, args): Plan<SetDaysOff> {
    const isMarked = (date: CalendarDate): boolean =>
      rows.find('member_days_off', rowKey('member_days_off', { userId: args.userId, day: date })) !== undefined
    const days = [...new Set(args.days)].filter((date) => isMarked(date) !== args.isOff)
    return days.length === 0 ? { refusal: 'not-found' } : { args: { ...args, days }, changedCount: days.length }
  },

  apply(tx, { studioId, userId, days, isOff }) {
    const rows = days.map((date) => ({ userId, day: date }))
    if (isOff) tx.add(`timeline:${studioId}`, 'member_days_off', rows)
    else
      tx.remove(
        'member_days_off',
        rows.map((row) => rowKey('member_days_off', row)),
      )
  },

  invert: (_rows, args) => [toMutation(setDaysOff, { ...args, isOff: !args.isOff })],

  send: ({ studioId, userId, days, isOff }) => ({
    procedure: 'set_days_off',
    args: { p_studio_id: studioId, p_user_id: userId, p_days: [...days], p_is_off: isOff },
  }),
})
