import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { dateInZone } from '#core/lib/calendar-date.ts'
import type { Rev } from '#core/lib/ids.ts'
import { describeChange } from '#core/plan/describe-plan.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import type { IdSource } from '#core/sync/ports.ts'
import type { StudioClient } from '#core/sync/studio-client.ts'
import type { Planned } from '#cli/change/apply-plan-with-undo.ts'
import { usageError } from '#cli/cli-error.ts'
import { makeContext, type Context } from '#cli/context.ts'
import { loadStudio } from '#cli/select/load-studio.ts'
import { listSentenceSpaces, openSpaces } from '#cli/select/load-tasks.ts'
import { planSentence, type SentencePlan } from '#cli/select/plan-sentence.ts'
import { stepsArg } from './plan-steps.ts'
import { changeShape, planChanges } from './read-changes.ts'
import { makeQuietIo } from './run-verb.ts'
import { line, type Base } from './tool.ts'

export const maxTasks = 500

/** The arguments of the tool that plans. */
export const planArgs = {
  sentence: v.optional(line('which tasks → what should change: sq010 anim → wip assign mei due fri')),
  changes: v.optional(v.pipe(v.array(changeShape), v.maxLength(maxTasks), v.description('instead of a sentence'))),
  steps: v.optional(stepsArg),
  project: v.optional(line('project: name, slug, id or glob')),
  space: v.optional(line('space: name, slug, id or glob, or project/space')),
}

export const planShape = v.strictObject(planArgs)
export type PlanInput = v.InferOutput<typeof planShape>

/** A plan as of now, with the context it was made in, open until the work with it ends. */
export type DrawnPlan = {
  readonly context: Context
  readonly client: StudioClient
  readonly studio: StudioReplica
  readonly plan: readonly Planned[]
  /** What the sentence excludes, in words. */
  readonly except: string
  readonly changes: readonly { readonly id: string; readonly path: string; readonly change: string }[]
  /** What the plan names but leaves unchanged, with the reason. */
  readonly left: readonly { readonly path: string; readonly reason: string }[]
  /** Everything was read at this revision of the studio or later. */
  readonly since: Rev
  /** A hash of all changes: a different hash is a different plan. */
  readonly digest: string
}

/** Makes a plan and works with it; `ids` replaces random ids where a repeat must produce the same. */
export async function withPlan<Answer>(
  { input, base, ids }: { readonly input: PlanInput; readonly base: Base; readonly ids?: IdSource },
  work: (drawn: DrawnPlan) => Promise<Answer>,
): Promise<Answer> {
  const io = makeQuietIo(base.io, { out: '', err: '' })
  const context = makeContext({ io, options: base.options })
  try {
    const client = await context.openClient(ids)
    const studio = await loadStudio(client, context)
    const since = studio.replica.getRev()
    const { plan, except } = await readPlan(input, { base, context, client, studio })
    const told = plan.map((each) => {
      const { task, reason } = each
      return { id: task.id, path: task.path, change: describeChange(each, studio) ?? '', reason }
    })
    const changes = told.flatMap(({ reason, ...change }) => (reason === 'planned' ? [change] : []))
    const left = told.flatMap(({ path, reason }) => (reason === 'planned' ? [] : [{ path, reason }]))
    const words = JSON.stringify([studio.studioId, client.userId, changes])
    const digest = createHash('sha256').update(words).digest('hex')
    return await work({ context, client, studio, plan, except, changes, left, since, digest })
  } finally {
    await context.close()
  }
}

type Place = {
  readonly base: Base
  readonly context: Context
  readonly client: StudioClient
  readonly studio: StudioReplica
}

async function readPlan(input: PlanInput, { base, context, client, studio }: Place): Promise<SentencePlan> {
  const { sentence, changes } = input
  const { options, clock } = base
  const today = dateInZone(clock.now(), options.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone)
  const [project, space] = [input.project ?? options.project, input.space ?? options.space]
  const place = { ...(project !== undefined && { project }), ...(space !== undefined && { space }) }
  if (sentence === undefined && changes !== undefined)
    return {
      plan: await planChanges(changes, { client, studio, today, context, options: place }),
      unit: 'task',
      except: '',
    }
  if (sentence === undefined || changes !== undefined) throw usageError('Give a sentence, a list of changes or steps.')
  const spaces = await openSpaces({ client, studio }, listSentenceSpaces(studio, place))
  return await planSentence(sentence, { studio, spaces, today, context })
}
