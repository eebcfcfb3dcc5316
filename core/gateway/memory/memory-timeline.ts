import type { Mutation } from '#core/domain/mutations.ts'
import { rowKey } from '#core/domain/row-key.ts'
import type { Scope, TaskBlockRow } from '#core/domain/rows.ts'
import type { Skipped, Transaction } from './memory-rows.ts'

type MutationOf<Kind extends Mutation['kind']> = Extract<Mutation, { kind: Kind }>

/** Creates, moves and deletes blocks; the last block of a task goes back to the queue. */
export function changeBlocks(
  { tables, rev, studioId }: Transaction,
  { changes }: MutationOf<'change-blocks'>,
): readonly Skipped[] {
  return changes.flatMap(({ block, isDeleted, expected }): readonly Skipped[] => {
    const present = tables.find('task_blocks', block.id)
    const scope: Scope = tables.findScope('task_blocks', block.id) ?? `timeline:${studioId}`
    const { taskId } = block
    const wanted = expected === 'absent' ? undefined : expected
    if (expected !== undefined && JSON.stringify(present) !== JSON.stringify(wanted)) {
      return [{ taskId, reason: 'conflict' }]
    }
    const others = tables.list('task_blocks').filter((other) => other.taskId === taskId && other.id !== block.id)
    if (!isDeleted) tables.put('task_blocks', block, { scope, rev })
    else if (others.length === 0) tables.put('task_blocks', toQueued(block), { scope, rev })
    else tables.remove('task_blocks', block.id, rev)
    return []
  })
}

/** Marks days as off, or takes the marks away. */
export function setDaysOff(
  { tables, rev, studioId }: Transaction,
  { userId, days, isOff }: MutationOf<'set-days-off'>,
): readonly Skipped[] {
  for (const day of days) {
    const row = { userId, day }
    if (isOff) tables.put('member_days_off', row, { scope: `timeline:${studioId}`, rev })
    else tables.remove('member_days_off', rowKey('member_days_off', row), rev)
  }
  return []
}

function toQueued(block: TaskBlockRow): TaskBlockRow {
  return { ...block, assigneeId: undefined, startDate: undefined, durationDays: 1, rowIndex: 0 }
}
