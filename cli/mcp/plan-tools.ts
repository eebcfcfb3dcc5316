import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import type { IdSource } from '#core/sync/ports.ts'
import { verb as undoVerb } from '#cli/commands/undo.ts'
import { carryOutPlan } from '#cli/change/carry-out-plan.ts'
import { usageError } from '#cli/cli-error.ts'
import { makeContentId } from '#cli/publish/content-ids.ts'
import { maxTasks, planArgs, planShape, withPlan, type PlanInput } from './draw-plan.ts'
import { runVerb } from './run-verb.ts'
import type { Base, Tool } from './tool.ts'

/** A plan is applied within this time or made anew. */
const lifetimeMs = 15 * 60_000
/** Forgotten the oldest first. */
const maxPlans = 100

const idArgs = { plan: v.pipe(v.string(), v.maxLength(100), v.description('the id that plan answered')) }

type Plan = {
  readonly id: string
  readonly input: PlanInput
  readonly digest: string
  readonly expiresAt: number
  state: 'planned' | 'applying' | 'applied' | 'undone'
  operation?: string
}

/** The plans of this server; nobody else's can be applied here. */
type Plans = Map<string, Plan>

/** The three tools that write: a plan names every change, is applied once, and is taken back. */
export function makePlanTools(base: Base): readonly Tool[] {
  const plans: Plans = new Map()
  return [
    {
      name: 'plan',
      description:
        'Says what a change of tasks would do, task by task, and changes nothing: status, assignee, due date, estimate, ' +
        'priority, a comment. Takes a sentence or a list of changes; answers {plan, changes, left, expires}. Show the ' +
        'changes to the person, then apply the plan by its id.',
      args: planArgs,
      isReading: true,
      run: async (args) => await draw(v.parse(planShape, args), plans, base),
    },
    {
      name: 'apply',
      description:
        'Applies a plan, once, if everything is still as it was when the plan was made. The tool undo takes it back.',
      args: idArgs,
      isReading: false,
      isDestructive: true,
      run: async ({ plan }) => await apply(getPlan(plans, plan), base),
    },
    {
      name: 'undo',
      description: 'Takes an applied plan back; what somebody else has changed since stays as it is.',
      args: idArgs,
      isReading: false,
      isDestructive: true,
      run: async ({ plan }) => await undo(getPlan(plans, plan), base),
    },
  ]
}

function getPlan(plans: Plans, id: unknown): Plan {
  const plan = plans.get(String(id))
  if (plan === undefined) throw usageError(`There is no plan "${String(id)}" here.`, 'Make one with the tool plan.')
  return plan
}

async function draw(input: PlanInput, plans: Plans, base: Base) {
  return await withPlan({ input, base }, async ({ changes, left, digest }) => {
    const count = changes.length
    if (count > maxTasks)
      throw usageError(`This would change ${count} tasks; a plan has at most ${maxTasks}.`, 'Name fewer tasks.')
    if (count === 0) return { plan: null, changes, left, says: 'Nothing would change: there is nothing to apply.' }
    const id = randomUUID()
    const expiresAt = base.clock.now() + lifetimeMs
    plans.set(id, { id, input, digest, expiresAt, state: 'planned' })
    const [oldest] = plans.keys()
    if (plans.size > maxPlans && oldest !== undefined) plans.delete(oldest)
    const says = `Would change ${count} of ${count + left.length} tasks. Nothing was changed.`
    return { plan: id, expires: new Date(expiresAt).toISOString(), changes, left, says }
  })
}

async function apply(found: Plan, base: Base) {
  const { id, input, digest } = found
  if (found.state === 'applying') throw usageError('This plan is being applied.')
  if (found.state !== 'planned') throw usageError('This plan was applied already.')
  if (base.clock.now() > found.expiresAt) throw usageError('This plan has expired.', 'Make it anew with the tool plan.')
  found.state = 'applying'
  try {
    return await withPlan({ input, base, ids: makePlanIds(id) }, async (drawn) => {
      const { client, studio, plan, context } = drawn
      if (drawn.digest !== digest)
        throw usageError('Something has changed since this plan was made; nothing was changed.', 'Make it anew.')
      const label = input.sentence ?? `Change ${drawn.changes.length} tasks`
      const report = await carryOutPlan(plan, { client, studio, label, context })
      if (report.id === undefined && report.error !== undefined) throw report.error
      if (report.id !== undefined) found.operation = report.id
      const rows = plan.flatMap(({ task, reason }, at) =>
        reason === 'planned' ? [{ path: task.path, result: report.results[at] ?? 'failed' }] : [],
      )
      const says = `Changed ${report.changed} of ${report.wanted} tasks. The tool undo takes it back.`
      return { plan: id, operation: report.id ?? null, rows, says, error: report.error?.message ?? null }
    })
  } finally {
    // What was not begun can be tried again: its writes have the same ids.
    found.state = found.operation === undefined ? 'planned' : 'applied'
  }
}

async function undo(found: Plan, base: Base) {
  if (found.state === 'undone') throw usageError('This plan was taken back already.')
  if (found.operation === undefined) throw usageError('This plan was not applied: there is nothing to take back.')
  const { said } = await runVerb(undoVerb, { operation: found.operation }, base)
  found.state = 'undone'
  return { plan: found.id, says: said }
}

/** Ids made of the plan's: whoever applies it again makes nothing twice. */
function makePlanIds(plan: string): IdSource {
  let count = 0
  return { newId: () => makeContentId('plan', plan, String((count += 1))), random: () => Math.random() }
}
