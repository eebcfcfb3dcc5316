import type { TaskId } from '#core/lib/ids.ts'
import { flag } from '#cli/define-verb.ts'
import type { GlobalOptions } from '#cli/global-options.ts'
import { loadTasks } from './load-tasks.ts'

/** The `--where` flag of lists whose rows belong to tasks. */
export const whereFlag = flag(
  '--where <condition>',
  'only of tasks that match: status=WFA, or hours > 8 && !done; all must match; repeatable',
  { as: 'list' },
)

export type WhereOptions = Pick<GlobalOptions, 'project' | 'space'> & { readonly where?: readonly string[] }

/** Returns whether a row's task matches the conditions; true for everything if there are none. */
export async function makeTaskTest(
  place: Parameters<typeof loadTasks>[0],
  { where, project, space }: WhereOptions,
): Promise<(taskId: string) => boolean> {
  if (where === undefined) return () => true
  const options = { where, ...(project !== undefined && { project }), ...(space !== undefined && { space }) }
  const ids = new Set<string>((await loadTasks(place, options)).map(({ task }): TaskId => task.id))
  return (taskId) => ids.has(taskId)
}
