import path from 'node:path'
import { describeExcess, toReverse, type ImportChanges } from '#core/exchange/import-changes.ts'
import { AppError } from '#core/lib/errors.ts'
import { toId, type OperationId, type SpaceId, type StudioId } from '#core/lib/ids.ts'
import { applyImport } from '#core/exchange/apply-import.ts'
import { describeProgress, type ImportProgress } from '#core/exchange/import-progress.ts'
import { findEntry, saveEntry, type JournalEntry } from '#cli/change/journal.ts'
import { reportProgress } from '#cli/change/report-progress.ts'
import { CliError, usageError } from '#cli/cli-error.ts'
import { loadPlanFile, sizeOf, type PlanFile } from '#cli/exchange/plan-file.ts'
import { exitCodes } from '#cli/exit-code.ts'
import { defineVerb, flag } from '#cli/define-verb.ts'

export type ImportApplyOptions = {
  readonly plan: string
  readonly skipConflicts?: boolean
  readonly dryRun?: boolean
}

/** Plans have been reviewed already; above this many rows applying one still asks. */
const askAbove = 20

export const verb = defineVerb({
  arguments: '<plan>',
  summary: 'apply a plan; resumes where it stopped, can be undone',
  options: [
    flag('--skip-conflicts', 'skip conflicts and apply the rest'),
    flag('-n, --dry-run', 'show what would change and change nothing'),
  ],
  examples: ['import apply shots.csv.plan.json --yes'],
  /** Applies a plan; applying it twice changes nothing the second time. */
  run: async (options: ImportApplyOptions, context) => {
    const plan = await loadPlanFile(path.resolve(context.io.cwd, options.plan))
    const { url } = await context.loadHost()
    if (plan.host !== url) throw usageError(`This plan is for ${plan.host}.`, `Add: --host ${plan.host}`)
    const known = await findEntry(context.io, plan.operationId)
    if (known?.undoneBy !== undefined)
      throw usageError('This plan was applied and undone.', 'Make a new one: studio-cli import plan …')
    if (plan.counts.conflict > 0 && options.skipConflicts !== true)
      throw new CliError(
        'failure',
        `${plan.counts.conflict} lines of the plan are in conflict. Nothing was changed.`,
        'Fix the file and plan again, or skip them with --skip-conflicts.',
      )
    const excess = describeExcess(plan.changes)
    if (excess !== undefined) throw new CliError('failure', excess, 'Nothing was changed.')
    const size = sizeOf(plan)
    if (options.dryRun === true || size === 0) {
      context.printRecord({ operation: plan.operationId, space: plan.space, rows: size, ...plan.counts })
      context.say(size === 0 ? 'Nothing to do.' : 'Nothing was changed.')
      return exitCodes.done
    }
    if (known === undefined && size > askAbove)
      await context.confirm(`This changes ${size} rows of ${plan.space}. Continue?`)
    const { userId } = await context.loadSession()
    context.say(`Importing ${size} ${size === 1 ? 'row' : 'rows'} into ${plan.space} …`)
    // A repeat keeps the entry already remembered.
    let entry = known ?? toEntry(plan, { host: url, userId })
    const sayStep = reportProgress(context, 'Importing')
    let isKept = false
    let progress: ImportProgress | undefined
    const outcome = await applyImport(await context.loadGateway(), {
      studioId: toId<StudioId>(plan.studioId),
      spaceId: toId<SpaceId>(plan.spaceId),
      changes: plan.changes,
      operationId: toId<OperationId>(plan.operationId),
      onConflict: options.skipConflicts === true ? 'skip' : 'refuse',
      onFields: async (made) => {
        entry = { ...entry, effect: toEffect(plan, made) }
        await saveEntry(context.io, entry)
        isKept = true
      },
      onStep: async (next) => {
        // Even an interrupted import can be undone.
        if (!isKept) await saveEntry(context.io, entry)
        isKept = true
        progress = next
        sayStep(next)
      },
    }).catch((error: unknown) => explain(error, progress, plan.operationId))
    const { collections, items, tasks, comments, changed, conflicts } = outcome
    context.printRecord({
      operation: plan.operationId,
      collections,
      items,
      tasks,
      comments,
      changed,
      conflicts: conflicts.length,
    })
    context.say(`Imported into ${plan.space}. Undo with: studio-cli undo ${plan.operationId}`)
    return conflicts.length === 0 ? exitCodes.done : exitCodes.partlyDone
  },
})

function toEntry(plan: PlanFile, who: Pick<JournalEntry, 'host' | 'userId'>): JournalEntry {
  const { operationId: id, studioId, source, space, changes } = plan
  const label = `Import ${path.basename(source.file)} into ${space}`
  return { id, at: new Date().toISOString(), label, studioId, ...who, effect: toEffect(plan, changes) }
}

function toEffect(plan: PlanFile, changes: ImportChanges): JournalEntry['effect'] {
  return { kind: 'import', spaceId: plan.spaceId, size: sizeOf(plan), reverse: toReverse(changes) }
}

function explain(error: unknown, progress: ImportProgress | undefined, operationId: string): never {
  if (!(error instanceof AppError)) throw error
  const { code, retryable } = error
  const message = error.message.replace(/\.$/, '')
  const done = progress && `${describeProgress(progress)} are imported`
  // A server that timed out may still be working.
  if (retryable)
    throw new CliError(
      'offline',
      done === undefined ? error.message : `${message}. ${done}.`,
      done === undefined
        ? 'It may still go through. Apply it again later: nothing is done twice.'
        : 'Apply it again later: it resumes there, and nothing is done twice.',
    )
  if (done !== undefined)
    throw new CliError('failure', `${message}. ${done}.`, `Undo them with: studio-cli undo ${operationId}`)
  if (code === 'conflict')
    throw new CliError('failure', `${message}. Nothing was changed.`, 'Plan again: studio-cli import plan …')
  throw error
}
