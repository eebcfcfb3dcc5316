import type { Replica } from '#core/schema/replica.ts'
import type { TaskBlockRow } from '#core/schema/task-blocks.ts'
import type { TimelineTaskRow } from '#core/schema/timeline-tasks.ts'
import type { CalendarDate } from '#core/lib/calendar-date.ts'
import type { BlockId, StudioId, TaskId, UserId } from '#core/lib/ids.ts'
import { memoByVersion } from '#core/schema/memo.ts'

/** A studio's timeline. Lists keep their identity until their tables change. */
export type TimelineReplica = {
  readonly studioId: StudioId
  readonly replica: Replica
  getBlocks: () => readonly TaskBlockRow[]
  /** The blocks of a task, unordered. */
  getBlocksOfTask: (taskId: TaskId) => readonly TaskBlockRow[]
  findBlock: (id: BlockId) => TaskBlockRow | undefined
  findTask: (id: TaskId) => TimelineTaskRow | undefined
  getDaysOff: () => ReadonlyMap<UserId, ReadonlySet<CalendarDate>>
}

/** Makes a view of a timeline's replica: blocks, tasks and days off. */
export function makeTimelineReplica(studioId: StudioId, replica: Replica): TimelineReplica {
  return {
    studioId,
    replica,
    getBlocks: memoByVersion(replica, ['task_blocks'], () => [...replica.getRows('task_blocks').values()]),
    getBlocksOfTask: (taskId) => replica.getUnder('task_blocks', taskId),
    findBlock: (id) => replica.find('task_blocks', id),
    findTask: (id) => replica.find('timeline_tasks', id),
    getDaysOff: memoByVersion(replica, ['member_days_off'], () => {
      const days = new Map<UserId, Set<CalendarDate>>()
      for (const { userId, day } of replica.getRows('member_days_off').values()) {
        const known = days.get(userId)
        if (known === undefined) days.set(userId, new Set([day]))
        else known.add(day)
      }
      return days
    }),
  }
}
