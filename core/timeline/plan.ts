import type { TaskBlockRow } from '#core/schema/task-blocks.ts'
import type { TaskId, UserId } from '#core/lib/ids.ts'
import { addDays, daysBetween, type CalendarDate } from '#core/lib/calendar-date.ts'
import { settleRows } from './move.ts'
import type { ScheduledBlock } from './layout.ts'
import { isWorkingDay, nextWorkingDay, spanOfWorkingDays, workingDayHours, workingDaysIn } from './work-calendar.ts'

/** A task as the planner reads it. */
export type PlannedTask = {
  readonly taskId: TaskId
  readonly itemId: string
  /** The stage's place in the pipeline. */
  readonly stageOrder: number
  readonly estimatedHours: number | undefined
  readonly priority: number
  readonly dueDate: CalendarDate | undefined
}

type Calendar = ReadonlySet<CalendarDate> | undefined

/** Returns the day after the last one a block takes. */
export function endOf(block: Pick<ScheduledBlock, 'startDate' | 'durationDays'>): CalendarDate {
  return addDays(block.startDate, Math.ceil(block.durationDays))
}

/** Returns how many working days an estimate takes: eight hours each, rounded up; one without an estimate. */
export function workingDaysOf(estimatedHours: number | undefined): number {
  return Math.max(1, Math.ceil((estimatedHours ?? 0) / workingDayHours))
}

/** Schedules a block for an artist from a day on, over as many working days as its task's estimate takes. */
export function scheduleBlock(
  block: TaskBlockRow,
  place: { readonly assigneeId: UserId; readonly day: CalendarDate; readonly rowIndex: number },
  work: { readonly workingDays: number; readonly daysOff: Calendar },
): ScheduledBlock {
  const startDate = nextWorkingDay(place.day, work.daysOff)
  const durationDays = spanOfWorkingDays(startDate, work.workingDays, work.daysOff)
  return { ...block, assigneeId: place.assigneeId, startDate, durationDays, rowIndex: place.rowIndex }
}

/**
 * Schedules queued blocks for an artist, the most urgent first (priority, then due date, then pipeline order), each on
 * the first working days in a row that are free, and never before an earlier stage of its item is finished.
 */
export function planBlocks(plan: {
  readonly queued: readonly TaskBlockRow[]
  readonly assigneeId: UserId
  readonly from: CalendarDate
  readonly daysOff: Calendar
  /** Everybody's scheduled blocks. */
  readonly scheduled: readonly ScheduledBlock[]
  readonly findTask: (taskId: TaskId) => PlannedTask | undefined
}): readonly ScheduledBlock[] {
  const { assigneeId, from, daysOff, findTask } = plan
  const laid: ScheduledBlock[] = []
  const taken = new Set<CalendarDate>()
  const take = (block: ScheduledBlock): void => {
    for (const day of daysOf(block)) taken.add(day)
  }
  for (const block of plan.scheduled) if (block.assigneeId === assigneeId) take(block)
  for (const block of inOrder(plan.queued, findTask)) {
    const workingDays = workingDaysOf(findTask(block.taskId)?.estimatedHours)
    const ready = readyDay(block.taskId, [...plan.scheduled, ...laid], findTask)
    const earliest = ready !== undefined && daysBetween(from, ready) > 0 ? ready : from
    const startDate = findRun(earliest, { workingDays, daysOff, taken })
    const placed = scheduleBlock(block, { assigneeId, day: startDate, rowIndex: 0 }, { workingDays, daysOff })
    laid.push(placed)
    take(placed)
  }
  return settleRows(laid, plan.scheduled)
}

/** Sorts the most urgent first, but none before an earlier stage of its own item. */
function inOrder(
  blocks: readonly TaskBlockRow[],
  findTask: (taskId: TaskId) => PlannedTask | undefined,
): readonly TaskBlockRow[] {
  const entries = blocks.map((block) => ({ block, task: findTask(block.taskId) }))
  const waiting = entries.toSorted(
    ({ task: a }, { task: b }) =>
      (b?.priority ?? 0) - (a?.priority ?? 0) ||
      (a?.dueDate ?? '9').localeCompare(b?.dueDate ?? '9') ||
      (a?.stageOrder ?? 0) - (b?.stageOrder ?? 0),
  )
  const ordered: TaskBlockRow[] = []
  while (waiting.length > 0) {
    const at = waiting.findIndex(({ task }) => !waiting.some(({ task: other }) => isBefore(other, task)))
    // There is always one: stages are ordered, so no two wait for each other.
    ordered.push(...waiting.splice(Math.max(0, at), 1).map(({ block }) => block))
  }
  return ordered
}

function isBefore(first: PlannedTask | undefined, second: PlannedTask | undefined): boolean {
  return (
    first !== undefined &&
    second !== undefined &&
    first.itemId === second.itemId &&
    first.stageOrder < second.stageOrder
  )
}

/** Returns the first day on which all earlier stages of a task's item are finished. */
function readyDay(
  taskId: TaskId,
  blocks: readonly ScheduledBlock[],
  findTask: (taskId: TaskId) => PlannedTask | undefined,
): CalendarDate | undefined {
  const task = findTask(taskId)
  if (task === undefined) return undefined
  const ends = blocks.flatMap((block) => {
    const other = findTask(block.taskId)
    return other?.itemId === task.itemId && other.stageOrder < task.stageOrder ? endOf(block) : []
  })
  return ends.toSorted().at(-1)
}

/** Finds the first working day that starts a run of enough free working days. */
function findRun(
  from: CalendarDate,
  { workingDays, daysOff, taken }: { workingDays: number; daysOff: Calendar; taken: ReadonlySet<CalendarDate> },
): CalendarDate {
  let start = nextWorkingDay(from, daysOff)
  let found = 0
  for (let day = start, steps = 0; steps < 3650; day = addDays(day, 1), steps += 1) {
    if (!isWorkingDay(day, daysOff)) continue
    if (taken.has(day)) {
      found = 0
      start = nextWorkingDay(addDays(day, 1), daysOff)
    } else found += 1
    if (found >= workingDays) return start
  }
  return start
}

function daysOf(block: ScheduledBlock): readonly CalendarDate[] {
  return Array.from({ length: Math.ceil(block.durationDays) }, (_, index) => addDays(block.startDate, index))
}

/** A stage of an item that waits for the one before it. */
export type Dependency = { readonly from: ScheduledBlock; readonly to: ScheduledBlock; readonly isBroken: boolean }

/**
 * Finds the dependencies between the stages of one item, finish to start by pipeline order: from the last block of each
 * planned stage to the first of the next planned one; broken where that begins before the other ends.
 */
export function findDependencies(
  blocks: readonly ScheduledBlock[],
  stageOrderOf: (taskId: TaskId) => number,
): readonly Dependency[] {
  const stages = byStage(blocks, stageOrderOf)
  return stages.slice(1).flatMap((stage, index) => {
    const from = stages[index]?.toSorted((a, b) => endOf(a).localeCompare(endOf(b))).at(-1)
    const to = stage.toSorted((a, b) => a.startDate.localeCompare(b.startDate))[0]
    return from === undefined || to === undefined
      ? []
      : [{ from, to, isBroken: daysBetween(endOf(from), to.startDate) < 0 }]
  })
}

/**
 * Moves the blocks of an item so that no stage after the given one begins before earlier ones end. Returns only those
 * that move: each keeps its working days and starts on the next working day of its artist.
 */
export function pushFollowing(push: {
  readonly of: ScheduledBlock
  /** All blocks of the item. */
  readonly blocks: readonly ScheduledBlock[]
  readonly stageOrderOf: (taskId: TaskId) => number
  readonly findDaysOff: (userId: UserId) => Calendar
}): readonly ScheduledBlock[] {
  const { of, blocks, stageOrderOf, findDaysOff } = push
  const order = stageOrderOf(of.taskId)
  const stages = byStage(blocks, stageOrderOf)
  const reached = stages.filter((stage) => stage.some((block) => stageOrderOf(block.taskId) <= order))
  let ready = latestEnd(reached.flat(), endOf(of))
  const moved: ScheduledBlock[] = []
  for (const stage of stages.slice(reached.length)) {
    const after = stage.map((block) => pushTo(block, ready, findDaysOff(block.assigneeId)))
    moved.push(...after.filter((block, index) => block !== stage[index]))
    ready = latestEnd(after, ready)
  }
  return moved
}

function pushTo(block: ScheduledBlock, ready: CalendarDate, daysOff: Calendar): ScheduledBlock {
  if (daysBetween(ready, block.startDate) >= 0) return block
  const workingDays = Math.max(1, workingDaysIn(block.startDate, block.durationDays, daysOff).length)
  const startDate = nextWorkingDay(ready, daysOff)
  return { ...block, startDate, durationDays: spanOfWorkingDays(startDate, workingDays, daysOff) }
}

function latestEnd(blocks: readonly ScheduledBlock[], atLeast: CalendarDate): CalendarDate {
  return blocks.reduce((latest, block) => (daysBetween(latest, endOf(block)) > 0 ? endOf(block) : latest), atLeast)
}

function byStage(
  blocks: readonly ScheduledBlock[],
  stageOrderOf: (taskId: TaskId) => number,
): readonly (readonly ScheduledBlock[])[] {
  const stages = new Map<number, ScheduledBlock[]>()
  for (const block of blocks) {
    const order = stageOrderOf(block.taskId)
    const known = stages.get(order)
    if (known === undefined) stages.set(order, [block])
    else known.push(block)
  }
  return [...stages].toSorted(([first], [second]) => first - second).map(([, stage]) => stage)
}
