import { createHash } from 'node:crypto'
import * as v from 'valibot'
import type { Rev } from '#core/lib/ids.ts'
import { makeContext } from '#cli/context.ts'
import { usageError } from '#cli/cli-error.ts'
import { loadStudio } from '#cli/select/load-studio.ts'
import { readStep, stepShape, type Step } from './read-steps.ts'
import type { StepPlace, StepPlan, OverwrittenRows } from './step.ts'
import { makeQuietIo, runVerb } from './run-verb.ts'
import type { Base } from './tool.ts'

const maxSteps = 50

/** Steps that change items, notes, reviews and the timeline; each is one command of the command line. */
export const stepsArg = v.pipe(
  v.array(stepShape),
  v.maxLength(maxSteps),
  v.description('instead of a sentence or changes: items, notes on tasks, reviews and the timeline, in this order'),
)

export type StepsInput = {
  readonly steps: readonly Step[]
  readonly project?: string | undefined
  readonly space?: string | undefined
}

/** The outcome of steps as of now, with a digest of it and of the rows it depends on. */
export type DrawnSteps = Pick<StepPlan, 'changes' | 'left'> & {
  readonly commands: StepPlan['commands']
  readonly digest: string
  /** Everything was read at this revision of the studio or later. */
  readonly since: Rev
}

/** Plans steps without running any; throws if one names something unknown. */
export async function drawSteps({ steps, ...place }: StepsInput, base: Base): Promise<DrawnSteps> {
  const context = makeContext({ io: makeQuietIo(base.io, { out: '', err: '' }), options: base.options })
  try {
    const client = await context.openClient()
    const studio = await loadStudio(client, context)
    const since = studio.replica.getRev()
    const [project, space] = [place.project ?? base.options.project, place.space ?? base.options.space]
    const options = { ...(project !== undefined && { project }), ...(space !== undefined && { space }) }
    const known: StepPlace = { client, studio, context, options, now: base.clock.now(), folders: base.folders ?? [] }
    const drawn: StepPlan[] = []
    for (const step of steps) drawn.push(await readStep(step, known))
    const changes = drawn.flatMap((each) => each.changes)
    const words = JSON.stringify([studio.studioId, client.userId, drawn.map(({ state }) => state), changes])
    return {
      changes,
      left: drawn.flatMap((each) => each.left),
      commands: drawn.flatMap((each) => each.commands),
      since,
      digest: createHash('sha256').update(words).digest('hex'),
    }
  } finally {
    await context.close()
  }
}

/**
 * Runs steps' commands one at a time until one fails; `onDone` receives the operation that undoes each. A command is
 * refused if somebody else has changed a row that it or a later one overwrites, since it was read or since an earlier
 * step wrote it.
 */
export async function runSteps(
  { commands, since: read }: Pick<DrawnSteps, 'commands' | 'since'>,
  base: Base,
  onDone: (operation: string) => void,
): Promise<unknown> {
  const own = { ...base, options: { ...base.options, yes: true } }
  let since = read
  for (const [at, { verb, values }] of commands.entries()) {
    try {
      const unchanged = { since, rows: joinRows(commands.slice(at)) }
      const { said, since: left = since } = await runVerb(verb, values, { ...own, unchanged })
      since = left
      // The last match: an earlier one may be part of a name.
      const operation = [...said.matchAll(/ with: studio-cli undo ([0-9a-f-]{36})/g)].at(-1)?.[1]
      if (operation === undefined) throw usageError(`Nothing was changed: ${said}`)
      onDone(operation)
    } catch (error) {
      // Returned, so that it is reported together with what was done before.
      return error
    }
  }
  return undefined
}

function joinRows(commands: StepPlan['commands']): OverwrittenRows {
  const all: Record<string, readonly string[]> = {}
  for (const { over = {} } of commands)
    for (const [table, ids] of Object.entries(over)) all[table] = [...(all[table] ?? []), ...ids]
  return all
}
