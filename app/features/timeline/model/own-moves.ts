import type { TaskBlockRow } from '#core/schema/task-blocks.ts'
import type { BlockId } from '#core/lib/ids.ts'
import { isSameBlock } from '#core/timeline/mutators.ts'
import type { TimelineReplica } from '#core/timeline/timeline-replica.ts'

/** Remembers where this person put blocks, and reports those that somebody else has moved since. */
export type OwnMoves = {
  /** Announces that this person is about to move blocks; call the returned function once they are in place. */
  readonly begin: (ids: readonly BlockId[]) => () => void
  /** Returns the blocks that are no longer where they were put; each is reported once. */
  readonly takeOvertaken: () => readonly BlockId[]
}

/** Where a block came from and where it was put; absent where it did not exist. */
type Move = { readonly from: TaskBlockRow | undefined; readonly to: TaskBlockRow | undefined; readonly at: number }

const rememberedMs = 10 * 60_000

/** Makes the memory of one timeline. */
export function makeOwnMoves(timeline: Pick<TimelineReplica, 'findBlock'>, now: () => number): OwnMoves {
  const moves = new Map<BlockId, Move>()
  return {
    begin: (ids) => {
      const before = new Map(ids.map((id) => [id, timeline.findBlock(id)]))
      for (const id of ids) moves.delete(id)
      return () => {
        for (const [id, from] of before) moves.set(id, { from, to: timeline.findBlock(id), at: now() })
      }
    },
    takeOvertaken: () => {
      const overtaken: BlockId[] = []
      for (const [id, { from, to, at }] of moves) {
        const isOld = now() - at > rememberedMs
        const block = timeline.findBlock(id)
        const isElsewhere = !isSameBlock(block, to)
        if (isOld || isElsewhere) moves.delete(id)
        // A block back where it came from was refused, which is reported separately.
        if (isElsewhere && !isOld && !isSameBlock(block, from)) overtaken.push(id)
      }
      return overtaken
    },
  }
}
