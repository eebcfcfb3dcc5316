import type { StudioClient } from '#core/sync/studio-client.ts'
import type { TaskField } from '#core/tasks/mutators.ts'
import type { Done } from '#core/change/context.ts'
import {
  toId,
  type CommentId,
  type ItemId,
  type OperationId,
  type SpaceId,
  type StudioId,
  type VersionId,
} from '#core/lib/ids.ts'
import { undoSteps } from '#core/change/undo-steps.ts'
import { readUndo } from '#core/sync/undo-json.ts'
import { deleteRevision } from '#core/revisions/delete-revision.ts'
import type { Result } from '#core/lib/result.ts'
import { assertNever } from '#core/lib/assert.ts'
import { getEntry, saveEntry, type JournalEntry } from '#cli/change/journal.ts'
import { changeTasks, toReverse, toStored } from '#cli/change/task-change.ts'
import type { AppError } from '#core/lib/errors.ts'
import { usageError } from '#cli/cli-error.ts'
import type { Context } from '#cli/context.ts'
import { exitCodes, toExitCode, type ExitCode } from '#cli/exit-code.ts'
import { defineVerb, flag } from '#cli/define-verb.ts'

export type UndoOptions = { readonly operation: string; readonly dryRun?: boolean }

type EffectOf<Kind extends JournalEntry['effect']['kind']> = Extract<JournalEntry['effect'], { kind: Kind }>

export const verb = defineVerb({
  arguments: '<operation>',
  summary: 'undo an operation: its id, the start of it, or "last"',
  options: [flag('-n, --dry-run', 'show what would change and change nothing')],
  examples: ['undo last', 'undo 019aa3f2'],
  /** Undoes an operation; what somebody else has changed since stays and is reported. */
  run: async (options: UndoOptions, context) => {
    const entry = await getEntry(context.io, options.operation)
    const { url } = await context.loadHost()
    if (entry.host !== url) throw usageError(`This was done on ${entry.host}.`, `Add: --host ${entry.host}`)
    if (entry.undoneBy !== undefined) throw usageError(`"${entry.label}" was already undone.`)
    if (options.dryRun === true) {
      context.printRecord({ id: entry.id, at: entry.at, label: entry.label, kind: entry.effect.kind })
      context.say('Nothing was changed.')
      return exitCodes.done
    }
    const client = await context.openClient()
    const { effect } = entry
    switch (effect.kind) {
      case 'tasks':
        return await undoTasks(entry, effect, { client, context })
      case 'import': {
        const { undoImport } = await import('#cli/change/undo-import.ts')
        return await undoImport(entry, effect, { client, context })
      }
      case 'undo':
        return await report(await undoWrite(effect, client), entry, context)
      case 'call':
        return await sendBack(entry, effect, { client, context })
      case 'revision':
        return await report([await undoRevision(entry, effect, client)], entry, context)
      default:
        return assertNever(effect)
    }
  },
})

async function sendBack(
  entry: JournalEntry,
  effect: EffectOf<'call'>,
  { client, context }: { readonly client: StudioClient; readonly context: Context },
): Promise<ExitCode> {
  const id = client.ids.newId<OperationId>()
  const { skipped = 0 }: { skipped?: unknown } = Object(await client.gateway.call(effect.procedure, effect.args))
  await saveEntry(context.io, { ...entry, undoneBy: id })
  const left = typeof skipped === 'number' ? skipped : 0
  context.say(`Undid "${entry.label}"${left === 0 ? '' : `, except ${left} that somebody has changed since`}.`)
  return left === 0 ? exitCodes.done : exitCodes.partlyDone
}

async function undoTasks(
  entry: JournalEntry,
  { field, changes: stored }: EffectOf<'tasks'>,
  { client, context }: { readonly client: StudioClient; readonly context: Context },
): Promise<ExitCode> {
  const studioId = toId<StudioId>(entry.studioId)
  const changes = stored.map((change) => toReverse<TaskField>(change))
  const spaceIds = [...new Set(changes.map(({ spaceId }) => spaceId))]
  const spaces = await Promise.all(spaceIds.map((spaceId) => client.openSpace({ studioId, spaceId })))
  const label = `Undo: ${entry.label}`
  const { outcomes, operationIds, error } = await changeTasks({
    client,
    field,
    changes,
    spaces,
    label,
    isGuarded: true,
  })
  const changed = changes.filter(({ taskId }) => outcomes.get(taskId) === 'changed')
  const [id] = operationIds
  if (id !== undefined && changed.length > 0) {
    const { undoneBy: _, undoes: __, ...rest } = entry
    const effect = { kind: 'tasks', field, changes: changed.map(toStored) } as const
    await saveEntry(context.io, { ...rest, id, at: new Date().toISOString(), label, undoes: entry.id, effect })
    await saveEntry(context.io, { ...entry, undoneBy: id })
  }
  const rows = changes.map(({ taskId }) => ({ id: taskId, result: outcomes.get(taskId) ?? 'failed' }))
  context.print({ rows, fields: ['id', 'result'] })
  context.say(`Undid ${changed.length} of ${changes.length} changes of "${entry.label}".`)
  if (error !== undefined) context.say(`studio-cli: ${error.message}`)
  if (changed.length === changes.length) return exitCodes.done
  return changed.length > 0 ? exitCodes.partlyDone : error === undefined ? exitCodes.failure : toExitCode(error)
}

async function undoWrite({ undo }: EffectOf<'undo'>, client: StudioClient): Promise<readonly Result<Done>[]> {
  const read = readUndo(undo)
  if (!read.ok) throw read.error
  const [first] = read.value.steps
  if (first === undefined) throw usageError('This cannot be undone.')
  // The role's permissions come from the studio's catalogue.
  await client.openStudio(first.studioId)
  return (await undoSteps(read.value, client.carryOut)).results
}

async function undoRevision(
  entry: JournalEntry,
  effect: EffectOf<'revision'>,
  client: StudioClient,
): Promise<Result<Done>> {
  const studioId = toId<StudioId>(entry.studioId)
  const studio = await client.openStudio(studioId)
  const spaceId = toId<SpaceId>(effect.spaceId)
  const item = await client.openItem({ studioId, spaceId, itemId: toId<ItemId>(effect.itemId) })
  const commentId = toId<CommentId>(effect.commentId)
  return await deleteRevision({ studio, item, versionId: toId<VersionId>(effect.id), commentId }, client)
}

async function report(dones: readonly Result<Done>[], entry: JournalEntry, context: Context): Promise<ExitCode> {
  let undoneBy: string | undefined
  let left = 0
  let refusal: AppError | undefined
  for (const done of dones) {
    const answer = done.ok ? await done.value.answered : done
    if (!done.ok || !answer.ok) {
      if (!answer.ok && answer.error.code !== 'changed-by-someone-else') throw answer.error
      if (!answer.ok) refusal = answer.error
      left += 1
      continue
    }
    undoneBy = done.value.id
    left += done.value.conflictCount + answer.value.skipped.filter(({ reason }) => reason === 'conflict').length
  }
  if (undoneBy === undefined && refusal !== undefined) throw refusal
  if (undoneBy !== undefined) await saveEntry(context.io, { ...entry, undoneBy })
  if (left === 0) context.say(`Undid "${entry.label}".`)
  else context.say(`Undid "${entry.label}", except ${left} that somebody has changed since.`)
  return left === 0 ? exitCodes.done : exitCodes.partlyDone
}
