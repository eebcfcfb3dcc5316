import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { AppError } from '#core/lib/errors.ts'
import { messages } from '#core/lib/messages.ts'
import type { IdSource } from '#core/sync/ports.ts'
import { verb as undoVerb } from '#cli/commands/undo.ts'
import { applyPlanWithUndo } from '#cli/change/apply-plan-with-undo.ts'
import { usageError } from '#cli/cli-error.ts'
import { makeContentId } from '#cli/publish/content-ids.ts'
import { maxTasks, planArgs, planShape, withPlan, type PlanInput } from './draw-plan.ts'
import { drawSteps, runSteps, type StepsInput } from './plan-steps.ts'
import { runVerb, type VerbAnswer } from './run-verb.ts'
import type { Base, Tool } from './tool.ts'

/** A plan must be applied within this time. */
const lifetimeMs = 15 * 60_000
/** Beyond this, the oldest plan is dropped. */
const maxPlans = 100

const idArgs = { plan: v.pipe(v.string(), v.maxLength(100), v.description('the id that plan returned')) }

type Plan = {
  readonly id: string
  readonly input: PlanInput
  readonly digest: string
  readonly expiresAt: number
  state: 'planned' | 'applying' | 'applied' | 'undoing' | 'undone'
  /** The operations that undo it, in the order they were done. */
  operations: readonly string[]
}

/** This server's plans; no other server's plans can be applied here. */
type Plans = Map<string, Plan>

/** Runs work one at a time, so that a plan is not compared while another one changes things. */
type InTurn = <Answer>(work: () => Promise<Answer>) => Promise<Answer>

function makeTurns(): InTurn {
  let last: Promise<unknown> = Promise.resolve()
  return async (work) => {
    const own = last.then(work)
    // The caller handles the failure; the next one runs regardless.
    last = own.catch(() => undefined)
    return await own
  }
}

/** Creates the three tools that write: one makes a plan naming every change, one applies it once, one undoes it. */
export function makePlanTools(base: Base): readonly Tool[] {
  const plans: Plans = new Map()
  const inTurn = makeTurns()
  return [
    {
      name: 'plan',
      description:
        'Shows what a change would do, line by line, and changes nothing. For tasks (status, assignee, due date, estimate, ' +
        'priority, a comment) it takes a sentence or a list of changes; for items (create, rename, move, delete, fields), ' +
        'notes, reviews, blocks of the timeline and files (a revision, attached to a note) it takes steps. Returns {plan, changes, left, expires}. Show the changes to the person, then ' +
        'apply the plan by its id.',
      args: planArgs,
      isReading: true,
      run: async (args) => await draw(v.parse(planShape, args), plans, base),
    },
    {
      name: 'apply',
      description:
        'Applies a plan, once and whole, if everything is still as it was when the plan was made. The tool undo reverses it.',
      args: idArgs,
      isReading: false,
      isDestructive: true,
      run: async ({ plan }) => await apply(getPlan(plans, plan), { base, inTurn }),
    },
    {
      name: 'undo',
      description: 'Undoes an applied plan; what somebody else has changed since stays as it is.',
      args: idArgs,
      isReading: false,
      isDestructive: true,
      run: async ({ plan }) => await undo(getPlan(plans, plan), { base, inTurn }),
    },
  ]
}

function getPlan(plans: Plans, id: unknown): Plan {
  const plan = plans.get(String(id))
  if (plan === undefined) throw usageError(`There is no plan "${String(id)}" here.`, 'Make one with the tool plan.')
  return plan
}

async function draw(input: PlanInput, plans: Plans, base: Base) {
  const steps = toSteps(input)
  const drawn = steps ? await drawSteps(steps, base) : await withPlan({ input, base }, async (each) => each)
  const { changes, left, digest } = drawn
  const count = changes.length
  const things = steps ? 'things' : 'tasks'
  if (count > maxTasks)
    throw usageError(`This would change ${count} ${things}; a plan has at most ${maxTasks}.`, 'Name fewer.')
  if (count === 0) return { plan: null, changes, left, says: 'Nothing would change: there is nothing to apply.' }
  const id = randomUUID()
  const expiresAt = base.clock.now() + lifetimeMs
  plans.set(id, { id, input, digest, expiresAt, state: 'planned', operations: [] })
  const [oldest] = plans.keys()
  if (plans.size > maxPlans && oldest !== undefined) plans.delete(oldest)
  const except = 'except' in drawn && drawn.except !== '' ? `, ${drawn.except}` : ''
  const says = `Would change ${count} of ${count + left.length} ${things}${except}. Nothing was changed.`
  return { plan: id, expires: new Date(expiresAt).toISOString(), changes, left, says }
}

/** Returns the plan's steps, if it has steps; it must not also have a sentence or changes. */
function toSteps({ steps, sentence, changes, ...place }: PlanInput): StepsInput | undefined {
  if (steps === undefined) return undefined
  if (sentence !== undefined || changes !== undefined) throw usageError('Give a sentence, a list of changes or steps.')
  return { steps, ...place }
}

type Place = { readonly base: Base; readonly inTurn: InTurn }

async function apply(found: Plan, { base, inTurn }: Place) {
  if (found.state === 'applying') throw usageError('This plan is being applied.')
  if (found.state !== 'planned') throw usageError('This plan was already applied.')
  if (base.clock.now() > found.expiresAt)
    throw usageError('This plan has expired.', 'Make a new one with the tool plan.')
  found.state = 'applying'
  try {
    const steps = toSteps(found.input)
    return await inTurn(async () => (steps ? await applySteps(found, steps, base) : await applyTasks(found, base)))
  } finally {
    // If nothing was changed, it can be tried again: its writes have the same ids.
    if (found.state === 'applying') found.state = found.operations.length === 0 ? 'planned' : 'applied'
  }
}

function assertSame({ digest }: { readonly digest: string }, found: Plan): void {
  if (digest !== found.digest)
    throw usageError('Something has changed since this plan was made; nothing was changed.', 'Make a new one.')
}

async function applySteps(found: Plan, steps: StepsInput, base: Base) {
  const drawn = await drawSteps(steps, base)
  assertSame(drawn, found)
  const error = await runSteps(drawn, base, (operation) => (found.operations = [...found.operations, operation]))
  const done = found.operations.length
  if (error !== undefined && done === 0) throw error
  if (error instanceof AppError && error.code === 'changed-by-someone-else') {
    await undoPlan(found, async (operation) => await runVerb(undoVerb, { operation }, base))
    throw error
  }
  return {
    plan: found.id,
    operations: found.operations,
    changes: drawn.changes,
    says: `Did ${done} of ${drawn.commands.length} steps. The tool undo reverses them.`,
    error: error instanceof Error ? error.message : null,
  }
}

async function applyTasks(found: Plan, base: Base) {
  const { id, input } = found
  return await withPlan({ input, base, ids: makePlanIds(id) }, async (drawn) => {
    const { client, studio, plan, context } = drawn
    assertSame(drawn, found)
    const label = input.sentence ?? `Change ${drawn.changes.length} tasks`
    const { gateway } = client
    gateway.onlyIf({ since: drawn.since, rows: { item_tasks: drawn.changes.map(({ id: task }) => task) } })
    const report = await applyPlanWithUndo(plan, { client, studio, label, context })
    if (report.id === undefined && report.error !== undefined) throw report.error
    if (report.id !== undefined) found.operations = [report.id]
    const isConflict = report.results.includes('conflict') || report.error?.code === 'changed-by-someone-else'
    if (report.id !== undefined && isConflict) {
      await undoPlan(found, async (operation) => await runVerb(undoVerb, { operation }, base))
      throw new AppError('changed-by-someone-else', messages['changed-by-someone-else'])
    }
    const rows = plan.flatMap(({ task, reason }, at) =>
      reason === 'planned' ? [{ path: task.path, result: report.results[at] ?? 'failed' }] : [],
    )
    const says = `Changed ${report.changed} of ${report.wanted} tasks. The tool undo reverses it.`
    return { plan: id, operation: report.id ?? null, rows, says, error: report.error?.message ?? null }
  })
}

async function undo(found: Plan, { base, inTurn }: Place) {
  if (found.state === 'applying') throw usageError('This plan is being applied.')
  if (found.state === 'undoing') throw usageError('This plan is being undone.')
  if (found.state === 'undone') throw usageError('This plan was already undone.')
  if (found.operations.length === 0) throw usageError('This plan was not applied: there is nothing to undo.')
  found.state = 'undoing'
  const says = await undoPlan(
    found,
    async (operation) => await inTurn(async () => await runVerb(undoVerb, { operation }, base)),
  )
  return { plan: found.id, says: says.join('\n') }
}

/** Undoes a plan's operations, last first; stops at one that cannot be undone, and the rest can be tried again. */
async function undoPlan(found: Plan, undoOne: (operation: string) => Promise<VerbAnswer>): Promise<readonly string[]> {
  const says: string[] = []
  try {
    for (const operation of found.operations.toReversed()) {
      says.push((await undoOne(operation)).said)
      if (operation !== found.operations[0]) found.operations = found.operations.slice(0, -1)
    }
  } catch (error) {
    found.state = 'applied'
    throw error
  }
  found.state = 'undone'
  return says
}

/** Derives ids from the plan's id, so that applying it again creates nothing twice. */
function makePlanIds(plan: string): IdSource {
  let count = 0
  return { newId: () => makeContentId('plan', plan, String((count += 1))), random: () => Math.random() }
}
