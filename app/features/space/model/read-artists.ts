import type { UserId } from '#core/lib/ids.ts'
import type { SpaceReplica } from '#core/items/space-replica.ts'
import type { Task } from '#core/schema/item-tasks.ts'

/** Returns the artists of a task: those it is planned for, or else its assignee. */
export function readArtists(space: SpaceReplica, task: Task): readonly UserId[] {
  const blocks = space.replica.getUnder('task_blocks', task.id)
  if (blocks.length > 0) {
    const fromBlocks = new Set(blocks.flatMap(({ assigneeId }) => assigneeId ?? []))
    if (fromBlocks.size > 0) return [...fromBlocks]
  }
  return task.assigneeId === undefined ? [] : [task.assigneeId]
}
