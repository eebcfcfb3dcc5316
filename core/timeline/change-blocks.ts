import type { ChangeContext, Done } from '#core/change/context.ts'
import type { BlockId } from '#core/lib/ids.ts'
import type { Result } from '#core/lib/result.ts'
import type { TaskBlockRow } from '#core/schema/task-blocks.ts'
import { changeBlocks as change } from './mutators.ts'
import type { TimelineReplica } from './timeline-replica.ts'

export type ChangeBlocksInput = {
  readonly timeline: TimelineReplica
  /** New blocks, and existing ones with new values. */
  readonly put?: readonly TaskBlockRow[]
  /** Blocks to delete. A task's last block must also be in `put`, as a queued one. */
  readonly remove?: readonly BlockId[]
  /** What the person did, for undo and the list of pending changes. */
  readonly label: string
}

/**
 * Creates, moves and deletes blocks of the timeline in one step; the last one to move a block wins. Fails with
 * `not-found` when nothing changes. Undo puts every block back, except those somebody else has moved since.
 */
export async function changeBlocks(input: ChangeBlocksInput, context: ChangeContext): Promise<Result<Done>> {
  const { timeline, put = [], remove = [], label } = input
  const { studioId } = timeline
  const changes = [
    ...put.map((block) => ({ block, isDeleted: false })),
    ...remove.flatMap((id) => timeline.findBlock(id) ?? []).map((block) => ({ block, isDeleted: true })),
  ]
  return await context.mutate(change, { studioId, changes, label }, timeline)
}
