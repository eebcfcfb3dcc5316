import type { TaskField } from '#core/domain/mutations.ts'
import {
  toId,
  type CommentId,
  type ItemId,
  type OperationId,
  type SpaceId,
  type StudioId,
  type VersionId,
} from '#core/lib/ids.ts'
import { deleteComment } from '#core/operations/delete-comment.ts'
import { deleteItems } from '#core/operations/delete-items.ts'
import { deleteRevision } from '#core/operations/delete-revision.ts'
import type { Done } from '#core/operations/carry-out.ts'
import type { Result } from '#core/lib/result.ts'
import { assertNever } from '#core/lib/assert.ts'
import type { StudioClient } from '#core/sync/make-client.ts'
import { getEntry, saveEntry, type JournalEntry } from '#cli/change/journal.ts'
import { changeTasks, toReverse, toStored } from '#cli/change/task-change.ts'
import { usageError } from '#cli/cli-error.ts'
import type { Context } from '#cli/context.ts'
import { exitCodes, toExitCode, type ExitCode } from '#cli/exit-code.ts'

export type UndoOptions = { readonly operation: string; readonly dryRun?: boolean }

type EffectOf<Kind extends JournalEntry['effect']['kind']> = Extract<JournalEntry['effect'], { kind: Kind }>

/** Takes an operation back; what somebody else changed since stays as it is and is reported. */
export async function runUndo(options: UndoOptions, context: Context): Promise<ExitCode> {
  const entry = await getEntry(context.io, options.operation)
  const { url } = await context.loadHost()
  if (entry.host !== url) throw usageError(`This was done at ${entry.host}.`, `Add: --host ${entry.host}`)
  if (entry.undoneBy !== undefined) throw usageError(`"${entry.label}" was taken back already.`)
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
      const { undoImport } = await import('./undo-import.ts')
      return await undoImport(entry, effect, { client, context })
    }
    case 'write':
    case 'call':
      return await sendBack(entry, effect, { client, context })
    case 'items':
    case 'revision':
    case 'comment': {
      const done = await takeAway(entry, effect, client)
      return await report(done, entry, context)
    }
    default:
      return assertNever(effect)
  }
}

async function sendBack(
  entry: JournalEntry,
  effect: EffectOf<'write' | 'call'>,
  { client, context }: { readonly client: StudioClient; readonly context: Context },
): Promise<ExitCode> {
  const id = client.ids.newId<OperationId>()
  if (effect.kind === 'write') await client.gateway.write(effect.mutation, id)
  else await client.gateway.call(effect.procedure, effect.args)
  await saveEntry(context.io, { ...entry, undoneBy: id })
  context.say(`Took back "${entry.label}".`)
  return exitCodes.done
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
  context.say(`Took back ${changed.length} of ${changes.length} changes of "${entry.label}".`)
  if (error !== undefined) context.say(`studio-cli: ${error.message}`)
  if (changed.length === changes.length) return exitCodes.done
  return changed.length > 0 ? exitCodes.partlyDone : error === undefined ? exitCodes.failure : toExitCode(error)
}

async function takeAway(
  entry: JournalEntry,
  effect: EffectOf<'items' | 'revision' | 'comment'>,
  client: StudioClient,
): Promise<Result<Done>> {
  const studioId = toId<StudioId>(entry.studioId)
  const studio = await client.openStudio(studioId)
  const spaceId = toId<SpaceId>(effect.spaceId)
  if (effect.kind === 'items') {
    const space = await client.openSpace({ studioId, spaceId })
    return await deleteItems({ studio, space, itemIds: effect.itemIds.map((id) => toId<ItemId>(id)) }, client)
  }
  const item = await client.openItem({ studioId, spaceId, itemId: toId<ItemId>(effect.itemId) })
  const commentId = toId<CommentId>(effect.commentId)
  if (effect.kind === 'comment') return await deleteComment({ studio, item, commentId }, client)
  return await deleteRevision({ studio, item, versionId: toId<VersionId>(effect.id), commentId }, client)
}

async function report(done: Result<Done>, entry: JournalEntry, context: Context): Promise<ExitCode> {
  if (!done.ok) throw done.error
  const answer = await done.value.answered
  if (!answer.ok) throw answer.error
  await saveEntry(context.io, { ...entry, undoneBy: done.value.id })
  context.say(`Took back "${entry.label}".`)
  return exitCodes.done
}
