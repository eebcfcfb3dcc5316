import { flag } from '#cli/define-verb.ts'
import type { Context } from '#cli/context.ts'
import { expandTargets } from '#cli/select/expand-targets.ts'
import { loadTasks, type TaskFilterOptions } from '#cli/select/load-tasks.ts'
import type { TaskRecord } from '#cli/select/task-record.ts'
import { usageError } from '#cli/cli-error.ts'
import type { Place } from './open-review.ts'

export type FromOptions = Pick<TaskFilterOptions, 'project' | 'space'> & {
  readonly targets: readonly string[]
  readonly from?: readonly string[]
}

/** The flag that selects tasks to review by condition. */
export const fromFlag = flag('--from <condition>', 'tasks that match: status=WFA stage=anim; repeatable', {
  as: 'list',
})

/** Loads the tasks that conditions and targets name, in the grid's order, without disabled ones. */
export async function loadReviewed(
  place: Place,
  options: FromOptions,
  context: Context,
): Promise<readonly TaskRecord[]> {
  const { project, space, from = [], targets } = options
  if (from.length === 0 && targets.length === 0) {
    throw usageError('Which tasks?', "Name them, or pass --from 'status=WFA stage=anim'.")
  }
  const filter = { where: from, ...(project !== undefined && { project }), ...(space !== undefined && { space }) }
  const records = await loadTasks(place, filter, await expandTargets(targets, context.io))
  return records.filter(({ disabled }) => !disabled)
}
