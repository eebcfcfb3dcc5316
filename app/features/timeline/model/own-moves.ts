import type { TaskBlockRow } from '#core/domain/rows.ts'
import type { BlockId } from '#core/lib/ids.ts'
import { isSame } from '#core/operations/change-blocks.ts'
import type { TimelineReplica } from '#core/sync/timeline-replica.ts'

/** Remembers where this person put blocks, and tells when somebody else has put one elsewhere since. */
export type OwnMoves = {
  /** Says that this person is about to move blocks: where they were put before counts no longer. */
  readonly forget: (ids: readonly BlockId[]) => void
  /** Says that blocks were put here by this person; absent values for those that went. */
  readonly note: (ids: readonly BlockId[]) => void
  /** The blocks that are no longer where they were put; each is told once. */
  readonly takeOvertaken: () => readonly BlockId[]
}

const rememberedMs = 10 * 60_000

/** A memory of one timeline. */
export function makeOwnMoves(timeline: Pick<TimelineReplica, 'findBlock'>, now: () => number): OwnMoves {
  const moves = new Map<BlockId, { readonly block: TaskBlockRow | undefined; readonly at: number }>()
  return {
    forget: (ids) => {
      for (const id of ids) moves.delete(id)
    },
    note: (ids) => {
      for (const id of ids) moves.set(id, { block: timeline.findBlock(id), at: now() })
    },
    takeOvertaken: () => {
      const overtaken: BlockId[] = []
      for (const [id, { block, at }] of moves) {
        const isOld = now() - at > rememberedMs
        const isElsewhere = !isSame(timeline.findBlock(id), block)
        if (isOld || isElsewhere) moves.delete(id)
        if (isElsewhere && !isOld) overtaken.push(id)
      }
      return overtaken
    },
  }
}
