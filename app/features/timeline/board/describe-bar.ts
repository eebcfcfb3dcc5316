import { formatDay } from '#app/lib/format-day.ts'
import { describeTitle } from '#core/items/describe-title.ts'
import type { TaskBlockRow } from '#core/schema/task-blocks.ts'
import type { TimelineModel } from '../model/timeline-model.ts'

/** Formats a length in days for screen readers. */
export function formatDuration(durationDays: number): string {
  return `${Math.round(durationDays * 10) / 10} ${durationDays === 1 ? 'day' : 'days'}`
}

/** Describes everything a bar shows, in words. */
export function describeBar(model: TimelineModel, block: TaskBlockRow): string {
  const { title, stage } = model.describe(block)
  const task = model.timeline.findTask(block.taskId)
  const status = task && model.studio.replica.find('task_statuses', task.statusId)?.name
  const artist = block.assigneeId && model.studio.replica.find('studio_members', block.assigneeId)?.displayName
  const place =
    block.startDate === undefined
      ? ['in the queue']
      : [artist, formatDay(block.startDate), formatDuration(block.durationDays)]
  const flags = task && describeTitle(title, task).spoken
  return [`${title} ${stage}`, flags, status, ...place].filter((part) => part !== undefined && part !== '').join(', ')
}
