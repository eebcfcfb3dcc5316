import type { Done, UndoStep } from '#core/change/context.ts'
import type { AppError } from '#core/lib/errors.ts'
import { listPlanWrites, type PlanWrite } from '#core/plan/apply-plan.ts'
import { valueOf, type PlannedTask } from '#core/plan/plan.ts'
import { isSameValue } from '#core/schema/field-values.ts'
import type { SpaceTask } from '#core/plan/space-tasks.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import type { StudioClient } from '#core/sync/studio-client.ts'
import type { Context } from '../context.ts'
import { rememberWrite, toEffect } from './confirm-write.ts'
import { currentValue } from './task-change.ts'

/** A planned task with the path it is printed by. */
export type Planned = PlannedTask<SpaceTask & { readonly path: string }>

type Place = {
  readonly client: StudioClient
  readonly studio: StudioReplica
  readonly label: string
  readonly context: Context
}

/** The outcome of a plan. */
export type PlanReport = {
  /** The operation to undo; absent if nothing was changed. */
  readonly id: string | undefined
  /** One result per task of the plan, in its order. */
  readonly results: readonly string[]
  readonly changed: number
  readonly wanted: number
  readonly error: AppError | undefined
}

/** Applies a plan and remembers on this machine how to undo it. */
export async function applyPlanWithUndo(plan: readonly Planned[], place: Place): Promise<PlanReport> {
  const { client, studio, label, context } = place
  const planned = plan.filter(({ reason }) => reason === 'planned')
  const { first, steps, conflicts, error } = await applyPlan(listPlanWrites(planned, { client, studio, label }))
  const results = plan.map((each) => {
    if (each.reason !== 'planned') return each.reason
    if (error !== undefined) return 'failed'
    return isChanged(each) && !conflicts.has(each.task.id) ? 'changed' : 'conflict'
  })
  if (first !== undefined) {
    const effect = toEffect({ ...first, changedCount: planned.length, undo: { label, steps } })
    await rememberWrite({ id: first.id, label, studioId: studio.studioId, effect }, context)
  }
  const changed = results.filter((result) => result === 'changed').length
  return { id: first?.id, results, changed, wanted: planned.length, error }
}

function isChanged({ task: { space, itemId, task }, actions }: Planned): boolean {
  return actions.every((action) => {
    if (action.field === 'comment') return true
    if (action.field !== 'own')
      return task !== undefined && currentValue(space, task.id, action.field) === valueOf(action)
    const { of, key } = action.own
    const row = of === 'item' ? space.replica.find('items', itemId) : task && space.replica.find('item_tasks', task.id)
    return isSameValue(row?.fields?.[key], action.value)
  })
}

type Applied = {
  readonly first: Done | undefined
  readonly steps: readonly UndoStep[]
  /** Tasks for which the server skipped a change because of a conflict. */
  readonly conflicts: ReadonlySet<string>
  readonly error: AppError | undefined
}

/** Sends each write after the previous one is confirmed: a refusal would apply to the next one too. */
async function applyPlan(writes: readonly PlanWrite[]): Promise<Applied> {
  const steps: UndoStep[] = []
  const conflicts = new Set<string>()
  let first: Done | undefined
  for (const write of writes) {
    const done = await write()
    if (!done.ok) return { first, steps, conflicts, error: done.error }
    const answer = await done.value.answered
    if (!answer.ok) return { first, steps, conflicts, error: answer.error }
    for (const { taskId, reason } of answer.value.skipped) if (reason === 'conflict') conflicts.add(taskId)
    first ??= done.value
    steps.push(...(done.value.undo?.steps ?? []))
  }
  return { first, steps, conflicts, error: undefined }
}
