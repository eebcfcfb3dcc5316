import * as v from 'valibot'
import type { CalendarDate } from '#core/lib/calendar-date.ts'
import { planTask } from '#core/plan/plan.ts'
import type { Action } from '#core/plan/reading.ts'
import { toSpaceTask } from '#core/plan/space-tasks.ts'
import { readEstimate, readPriority } from '#core/plan/values.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import type { StudioClient } from '#core/sync/studio-client.ts'
import type { Planned } from '#cli/change/apply-plan-with-undo.ts'
import { nothingMatched, usageError } from '#cli/cli-error.ts'
import type { Context } from '#cli/context.ts'
import { loadTasks } from '#cli/select/load-tasks.ts'
import { makeIsActionAllowed } from '#cli/select/plan-sentence.ts'
import { pickMember } from '#cli/select/pick-member.ts'
import { pickStatus } from '#cli/select/pick-status.ts'
import { readDue } from './read-due.ts'
import { line } from './tool.ts'

/** One change of a list: which tasks, and their new values. */
export const changeShape = v.strictObject({
  tasks: line('path, glob or id: sq010/sh0010:animation, ep01/sq010/*:layout'),
  status: v.optional(line('name or short code')),
  assignee: v.optional(line('name, e-mail, id, me or none')),
  due: v.optional(line('2026-12-18, fri, 3d or none')),
  estimate: v.optional(line('4h, 3d or none')),
  priority: v.optional(line('low, normal, high, urgent or none')),
  comment: v.optional(line('a comment on each of the tasks')),
})

type Change = v.InferOutput<typeof changeShape>

type Place = {
  readonly client: StudioClient
  readonly studio: StudioReplica
  readonly today: CalendarDate
  readonly context: Context
  readonly options: { readonly project?: string; readonly space?: string }
}

/** Resolves a list of changes, task by task; throws if one is invalid or a task is named twice. */
export async function planChanges(changes: readonly Change[], place: Place): Promise<readonly Planned[]> {
  const { client, studio, today, context, options } = place
  const { userId } = await context.loadSession()
  const plan: Planned[] = []
  const named = new Set<string>()
  for (const change of changes) {
    const actions = toActions(change, { studio, today, userId })
    if (actions.length === 0) throw usageError(`What should change in "${change.tasks}"?`, 'Give it a status, a date …')
    const records = await loadTasks({ client, studio }, options, [change.tasks])
    if (records.length === 0) throw nothingMatched(`There is no task "${change.tasks}".`)
    for (const record of records) {
      if (named.has(record.task.id)) throw usageError(`${record.path} is named twice.`, 'Put it all into one change.')
      named.add(record.task.id)
      const task = { ...toSpaceTask({ studio, ...record }), path: record.path }
      const reading = { terms: [], actions }
      plan.push(
        planTask(task, { reading, today, mayDo: makeIsActionAllowed(studio) }) ?? {
          task,
          reason: 'unchanged',
          actions: [],
        },
      )
    }
  }
  return plan
}

type Known = { readonly studio: StudioReplica; readonly today: CalendarDate; readonly userId: string }

function toActions({ status, assignee, due, estimate, priority, comment }: Change, known: Known): readonly Action[] {
  const { studio, today, userId } = known
  const actions: Action[] = []
  if (status !== undefined) {
    const { id, name } = pickStatus(studio, status)
    actions.push({ field: 'statusId', to: { kind: 'status', id, name, within: [] } })
  }
  if (assignee !== undefined) {
    const member = assignee === 'none' ? undefined : pickMember(studio, assignee, userId)
    const to = member && ({ kind: 'person', id: member.userId, name: member.displayName, within: [] } as const)
    actions.push({ field: 'assigneeId', to })
  }
  if (due !== undefined) actions.push({ field: 'dueDate', to: due === 'none' ? undefined : readDue(due, today) })
  if (estimate !== undefined) {
    const to =
      estimate === 'none' ? undefined : assertGiven(readEstimate(estimate), `"${estimate}" is not an estimate.`)
    actions.push({ field: 'estimatedHours', to })
  }
  if (priority !== undefined)
    actions.push({ field: 'priority', to: assertGiven(readPriority(priority), `"${priority}" is not a priority.`) })
  if (comment !== undefined)
    actions.push({ field: 'comment', to: assertGiven(comment.trim() || undefined, 'Say something.') })
  return actions
}

function assertGiven<Value>(value: Value | undefined, problem: string): Value {
  if (value === undefined) throw usageError(problem)
  return value
}
