import type { Gateway } from '#core/gateway/ports.ts'
import { addDays, type CalendarDate } from '#core/lib/calendar-date.ts'
import { sumRows, type RowSum } from '#core/schema/row-sum.ts'
import type { TaskBlockRow } from '#core/schema/task-blocks.ts'
import type { TableName } from '#core/schema/tables.ts'
import { tableNames } from '#core/schema/tables.ts'
import type { Clock } from './ports.ts'
import type { WritableReplica } from './replica.ts'

/** A scope whose rows on this device differed from the server's at the same revision. */
export type WrongScope = {
  readonly scope: string
  readonly tables: readonly TableName[]
  /** Whether a fresh pull made them match. */
  readonly isMended: boolean
}

/** Rows summed in one go, a few milliseconds' work; then scrolling gets its turn. */
const rowsAtOnce = 1000

type CheckDeps = {
  readonly gateway: Pick<Gateway, 'check'>
  readonly replica: WritableReplica
  readonly clock: Pick<Clock, 'after'>
  readonly signal: AbortSignal
}

/**
 * Finds a replica's tables that differ from the server's at the same revision; none if the revisions differ. Fails with
 * an `AppError`.
 */
export async function findWrongTables({ gateway, replica, clock, signal }: CheckDeps): Promise<readonly TableName[]> {
  const server = await gateway.check({ scope: replica.scope, signal })
  if (replica.getState() !== 'ready' || server.rev !== replica.getRev()) return []
  // A snapshot: later changes do not matter while it is summed.
  const { tables } = replica.toCache()
  const inSight = server.from === undefined ? tables : { ...tables, task_blocks: listFrom(server.from, tables) }
  const wrong: TableName[] = []
  for (const table of tableNames) {
    const there = server.tables[table]
    if (there === undefined) continue
    const rows = listCounted(table, inSight, there)
    if (await differs(clock, { table, rows, there })) wrong.push(table)
  }
  return wrong
}

/**
 * Returns the rows that a whole pull would bring. Rows pulled along with others stay on the device, invisible, when
 * those go: files count by their ids, timeline tasks by their blocks.
 */
function listCounted(table: TableName, tables: CachedTables, { keys }: RowSum): readonly object[] {
  if (table === 'media' && keys !== undefined) {
    const counted = new Set(keys)
    return (tables.media ?? []).filter(({ id }) => counted.has(id))
  }
  if (table === 'timeline_tasks') {
    const planned = new Set(tables.task_blocks?.map(({ taskId }) => taskId))
    return (tables.timeline_tasks ?? []).filter(({ id }) => planned.has(id))
  }
  return tables[table] ?? []
}

/**
 * Returns the blocks of tasks with a block that is queued or ends after a day; earlier ones stay on the device,
 * invisible.
 */
function listFrom(from: CalendarDate, { task_blocks: blocks = [] }: CachedTables): readonly TaskBlockRow[] {
  const isInSight = ({ startDate, durationDays }: TaskBlockRow): boolean =>
    startDate === undefined || addDays(startDate, Math.ceil(durationDays)) > from
  const taskIds = new Set(blocks.filter(isInSight).map(({ taskId }) => taskId))
  return blocks.filter(({ taskId }) => taskIds.has(taskId))
}

type CachedTables = ReturnType<WritableReplica['toCache']>['tables']
type Compared = { readonly table: TableName; readonly rows: readonly object[]; readonly there: RowSum }

async function differs(clock: CheckDeps['clock'], { table, rows, there }: Compared): Promise<boolean> {
  let sum = 0
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    const here = sumRows(table, rows.slice(start, start + rowsAtOnce), there.columns)
    // This version does not know one of the columns.
    if (here === undefined) return false
    sum += here.sum
    await new Promise<void>((resolve) => {
      clock.after(0, resolve)
    })
  }
  return rows.length !== there.count || sum !== there.sum
}
