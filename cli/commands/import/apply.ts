import path from 'node:path'
import { describeExcess, toReverse } from '#core/exchange/import-changes.ts'
import { AppError } from '#core/lib/errors.ts'
import { toId, type OperationId, type SpaceId } from '#core/lib/ids.ts'
import { applyImport } from '#core/exchange/apply-import.ts'
import { findEntry, saveEntry } from '#cli/change/journal.ts'
import { CliError, usageError } from '#cli/cli-error.ts'
import { loadPlanFile, sizeOf } from '#cli/exchange/plan-file.ts'
import { exitCodes } from '#cli/exit-code.ts'
import { defineVerb, flag } from '#cli/define-verb.ts'

export type ImportApplyOptions = {
  readonly plan: string
  readonly skipConflicts?: boolean
  readonly dryRun?: boolean
}

/** A plan was looked at before; of more rows than this it is asked once more. */
const askAbove = 20

export const verb = defineVerb({
  arguments: '<plan>',
  summary: 'apply a plan, all of it or nothing; can be undone',
  options: [
    flag('--skip-conflicts', 'skip conflicts and apply the rest'),
    flag('-n, --dry-run', 'show what would change and change nothing'),
  ],
  examples: ['import apply shots.csv.plan.json --yes'],
  /** Carries a plan out, all of it or nothing; carried out twice it changes nothing the second time. */
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
    const spaceId = toId<SpaceId>(plan.spaceId)
    context.say(`Importing ${size} ${size === 1 ? 'row' : 'rows'} into ${plan.space} …`)
    const request = { spaceId, changes: plan.changes, operationId: toId<OperationId>(plan.operationId) } as const
    const outcome = await applyImport(await context.loadGateway(), {
      ...request,
      onConflict: options.skipConflicts === true ? 'skip' : 'refuse',
    }).catch(explain)
    // A repeat leaves what is remembered as it is.
    const entry =
      known ??
      ({
        id: plan.operationId,
        at: new Date().toISOString(),
        label: `Import ${path.basename(plan.source.file)} into ${plan.space}`,
        host: url,
        studioId: plan.studioId,
        userId,
        effect: { kind: 'import', spaceId: plan.spaceId, size, reverse: toReverse(plan.changes) },
      } as const)
    await saveEntry(context.io, entry)
    const { collections, items, tasks, changed, conflicts } = outcome
    context.printRecord({
      operation: plan.operationId,
      collections,
      items,
      tasks,
      changed,
      conflicts: conflicts.length,
    })
    context.say(`Imported into ${plan.space}. Undo with: studio-cli undo ${plan.operationId}`)
    return conflicts.length === 0 ? exitCodes.done : exitCodes.partlyDone
  },
})

function explain(error: unknown): never {
  if (error instanceof AppError && error.code === 'conflict')
    throw new CliError('failure', `${error.message}. Nothing was changed.`, 'Plan again: studio-cli import plan …')
  // A server that did not answer in time may be at work still.
  if (error instanceof AppError && error.retryable)
    throw new CliError(
      'offline',
      error.message,
      'It may still go through. Apply it again later: nothing is done twice.',
    )
  throw error
}
