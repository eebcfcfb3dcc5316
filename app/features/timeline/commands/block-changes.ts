import type { TaskBlockRow } from '#core/schema/task-blocks.ts'
import { deleteBlocks, isScheduled, type ScheduledBlock } from '#core/timeline/layout.ts'
import type { BlockId } from '#core/lib/ids.ts'
import { ok } from '#core/lib/result.ts'
import { changeBlocks } from '#core/timeline/change-blocks.ts'
import type { CommandOutcome, CommandUndo } from '#app/commands/define-command.ts'
import { perform } from '#app/widgets/perform.ts'
import { timelineStore, selectBlocks } from '../timeline-store.ts'
import type { TimelinePage } from '../timeline-page-context.ts'

const failedText = 'The timeline could not be changed.'
const goneText = 'What you changed on the timeline has since been removed.'
/** The delay from a change until the server is asked for changes (document 2, section 4). */
const syncDelayMs = 100

/** Puts blocks at new places, as one change with one undo. */
export async function putBlocks(
  page: TimelinePage,
  blocks: readonly TaskBlockRow[],
  texts: { readonly label: string; readonly doneText?: string | undefined },
): Promise<CommandOutcome> {
  return await change(page, { put: blocks, ...texts })
}

/** Copies blocks under ids of their own. */
export function copyBlocks(page: TimelinePage, blocks: readonly ScheduledBlock[]): readonly ScheduledBlock[] {
  return blocks.map((block) => ({ ...block, id: page.client.ids.newId<BlockId>() }))
}

/** Removes blocks from the board; a task's last block returns to the queue. */
export async function removeBlocks(page: TimelinePage, ids: readonly BlockId[]): Promise<CommandOutcome> {
  const { model, view } = page
  const scheduled = ids.filter((id) => {
    const block = model.timeline.findBlock(id)
    return block !== undefined && isScheduled(block)
  })
  if (scheduled.length === 0) return ok(undefined)
  const layout = model.getLayout()
  const bars = scheduled.flatMap((id) => layout.findBar(id) ?? [])
  const tasks = new Set(scheduled.flatMap((id) => model.timeline.findBlock(id)?.taskId ?? []))
  const ofTasks = [...tasks].flatMap((taskId) => model.timeline.getBlocksOfTask(taskId))
  const deletions = deleteBlocks(ofTasks, new Set(scheduled))
  const put = deletions.flatMap((deletion) => (deletion.kind === 'queue' ? [deletion.block] : []))
  const remove = deletions.flatMap((deletion) => (deletion.kind === 'delete' ? deletion.blockIds : []))
  const outcome = await change(page, {
    put,
    remove,
    label: 'Remove from the timeline',
    doneText: removedText(put.length, remove.length),
  })
  view?.disintegrate(bars)
  selectBlocks([...timelineStore.selection].filter((id) => !scheduled.includes(id)))
  return outcome
}

function removedText(queued: number, deleted: number): string {
  const count = (number: number): string => `${number} ${number === 1 ? 'task' : 'tasks'}`
  if (deleted === 0) return `${count(queued)} back in the queue`
  return queued === 0
    ? `${deleted} ${deleted === 1 ? 'block' : 'blocks'} deleted`
    : `${count(queued)} back in the queue, ${deleted} deleted`
}

async function change(
  page: TimelinePage,
  wanted: {
    readonly put?: readonly TaskBlockRow[]
    readonly remove?: readonly BlockId[]
    readonly label: string
    readonly doneText?: string | undefined
  },
): Promise<CommandOutcome> {
  const { client, model, ownMoves } = page
  const { doneText, ...input } = wanted
  const touched = [...(wanted.put ?? []).map(({ id }) => id), ...(wanted.remove ?? [])]
  const note = ownMoves.begin(touched)
  const operation = changeBlocks({ timeline: model.timeline, ...input }, client).then((result) => {
    note()
    return result
  })
  const result = await perform(operation, { client, failedText, goneText, doneText })
  client.clock.after(syncDelayMs, client.refresh)
  if (!result.ok || result.value === undefined) return result
  return ok(recordOwnMoves(page, result.value, touched))
}

/** Marks what an undo or redo moves as this person's own moves, too. */
function recordOwnMoves(page: TimelinePage, undo: CommandUndo, ids: readonly BlockId[]): CommandUndo {
  return {
    ...undo,
    undo: async () => {
      const note = page.ownMoves.begin(ids)
      const again = await undo.undo()
      note()
      return again === undefined ? undefined : recordOwnMoves(page, again, ids)
    },
  }
}
