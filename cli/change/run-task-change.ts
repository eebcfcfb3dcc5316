import { countOf } from '#core/lib/text.ts'
import type { TaskField, TaskFields } from '#core/tasks/mutators.ts'
import { nothingMatched } from '../cli-error.ts'
import type { Context } from '../context.ts'
import { exitCodes, toExitCode, type ExitCode } from '../exit-code.ts'
import { assertFields } from '../output.ts'
import { expandTargets } from '../select/expand-targets.ts'
import { loadStudio } from '../select/load-studio.ts'
import { loadTasks, type TaskFilterOptions } from '../select/load-tasks.ts'
import type { TaskRecord } from '../select/task-record.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { usageError } from '../cli-error.ts'
import { confirmSize } from './confirm-size.ts'
import { saveEntry } from './journal.ts'
import { changeTasks, currentValue, toStored, type ChangeOutcome, type TaskChange } from './task-change.ts'

export type TaskChangeOptions = TaskFilterOptions & {
  readonly targets: readonly string[]
  readonly dryRun?: boolean
  readonly confirm?: string
}

type Meaning<Field extends TaskField> = {
  readonly field: Field
  readonly label: string
  readonly to: TaskFields[Field]
  /** Formats a value for people. */
  readonly show: (value: TaskFields[Field]) => string | number | null
}

/** Changes one field of every named task; the value is parsed with the studio's catalogue. */
export async function runTaskChange<Field extends TaskField>(
  options: TaskChangeOptions,
  context: Context,
  interpret: (studio: StudioReplica) => Meaning<Field>,
): Promise<ExitCode> {
  assertNamed(options)
  assertFields(fields, context.options)
  const client = await context.openClient()
  const studio = await loadStudio(client, context)
  const meaning = interpret(studio)
  const tasks = await loadTasks({ client, studio }, options, await expandTargets(options.targets, context.io))
  if (tasks.length === 0)
    throw nothingMatched('No tasks match.', 'Check the targets and filters with: studio-cli task list')
  const plan = tasks.map((record) => toPlanned(record, meaning))
  const changes = plan.flatMap(({ change }) => change ?? [])

  if (options.dryRun === true) {
    printPlan(plan, new Map(), context)
    context.say(`Would change ${changes.length} of ${countOf(tasks.length, 'task')}. Nothing was changed.`)
    return exitCodes.done
  }
  await confirmSize(changes.length, options, context)
  const { field, label } = meaning
  const spaces = [...new Set(tasks.map(({ space }) => space))]
  const report = await changeTasks({ client, field, label, changes, spaces })
  const changed = changes.filter(({ taskId }) => report.outcomes.get(taskId) === 'changed')
  const [id] = report.operationIds
  if (id !== undefined && changed.length > 0) {
    const [{ url: host }, { userId }] = [await context.loadHost(), await context.loadSession()]
    const effect = { kind: 'tasks', field, changes: changed.map(toStored) } as const
    await saveEntry(context.io, {
      id,
      at: new Date().toISOString(),
      label,
      host,
      studioId: studio.studioId,
      userId,
      effect,
    })
  }
  // Remember before printing: the reader may close the pipe.
  printPlan(plan, report.outcomes, context)
  if (id !== undefined && changed.length > 0)
    context.say(`Changed ${changed.length} of ${countOf(tasks.length, 'task')}. Undo with: studio-cli undo ${id}`)
  else context.say(`Changed none of ${countOf(tasks.length, 'task')}.`)
  if (report.error !== undefined) context.say(`studio-cli: ${report.error.message}`)
  return toEnding(plan, report)
}

type Planned<Field extends TaskField> = {
  readonly record: TaskRecord
  readonly change: TaskChange<Field> | undefined
  readonly reason: ChangeOutcome | 'planned'
  readonly from: string | number | null
  readonly to: string | number | null
}

function toPlanned<Field extends TaskField>(record: TaskRecord, { field, to, show }: Meaning<Field>): Planned<Field> {
  const { task, space } = record
  const from = currentValue(space, task.id, field)
  const reason = from === to ? 'unchanged' : task.isDisabled && field !== 'isDisabled' ? 'disabled' : 'planned'
  const change = reason === 'planned' ? { taskId: task.id, spaceId: space.spaceId, from, to } : undefined
  return { record, change, reason, from: show(from), to: show(to) }
}

function printPlan<Field extends TaskField>(
  plan: readonly Planned<Field>[],
  outcomes: ReadonlyMap<string, ChangeOutcome>,
  context: Context,
): void {
  const rows = plan.map(({ record, reason, from, to }) => ({
    id: record.task.id,
    path: record.path,
    from,
    to,
    result: outcomes.get(record.task.id) ?? reason,
  }))
  context.print({ rows, fields, columns: ['path', 'from', 'to', 'result'] })
}

const fields = ['id', 'path', 'from', 'to', 'result'] as const

type Report = Awaited<ReturnType<typeof changeTasks>>

/**
 * Counts a task that already has the value as done, whoever set it; a bulk change ignores disabled tasks (ruling 13).
 */
function toEnding(plan: readonly Planned<TaskField>[], { outcomes, error }: Report): ExitCode {
  const results = plan.map(({ record, reason }) => outcomes.get(record.task.id) ?? reason)
  const concerned = results.filter((result) => result !== 'disabled')
  if (concerned.length > 0 && concerned.every((result) => result === 'changed' || result === 'unchanged'))
    return exitCodes.done
  if (concerned.includes('changed')) return exitCodes.partlyDone
  return error === undefined ? exitCodes.failure : toExitCode(error)
}

/** Fails if no task was named, so that a forgotten filter never changes a whole studio. */
export function assertNamed({ targets, where, collection, item, stage, status, assignee }: TaskChangeOptions): void {
  const isNamed =
    targets.length > 0 || [where, collection, item, stage, status, assignee].some((filter) => filter !== undefined)
  if (!isNamed)
    throw usageError(
      'Which tasks?',
      "Name them, as in 'ep01/sq010/*:animation', or narrow them down with --where, --stage or --status.",
    )
}
