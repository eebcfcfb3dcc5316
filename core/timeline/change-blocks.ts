import type { ChangeContext, Done } from '#core/change/context.ts'
import type { BlockId } from '#core/lib/ids.ts'
import type { Result } from '#core/lib/result.ts'
import type { TaskBlockRow } from '#core/schema/task-blocks.ts'
import { changeBlocks as change } from './mutators.ts'
import type { TimelineReplica } from './timeline-replica.ts'

export type ChangeBlocksInput = {
  readonly timeline: TimelineReplica
  /** How blocks are to be: new ones, and others with new values. */
  readonly put?: readonly TaskBlockRow[]
  /** Blocks that go. Those of a task that would be left with none must be in `put`, as queued ones. */
  readonly remove?: readonly BlockId[]
  /** What the person did, for undo and the list of pending changes. */
  readonly label: string
}

/**
 * Creates, moves and deletes blocks of the timeline in one step; the last one to move a block wins. `not-found` when
 * nothing changes. Undo puts every block back as it was, except where somebody else has moved it since.
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
