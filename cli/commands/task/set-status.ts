import type { Context } from '#cli/context.ts'
import { runTaskChange, type TaskChangeOptions } from '#cli/change/run-task-change.ts'
import type { ExitCode } from '#cli/exit-code.ts'
import { pickStatus } from '#cli/select/pick-status.ts'

/** `--status` narrows the tasks down, the argument of that name is the new one. */
export type SetStatusOptions = TaskChangeOptions & { readonly newStatus: string }

export async function runSetStatus(options: SetStatusOptions, context: Context): Promise<ExitCode> {
  return await runTaskChange(options, context, (studio) => {
    const status = pickStatus(studio, options.newStatus)
    const show = (id: string): string => studio.replica.find('task_statuses', id)?.name ?? id
    return { field: 'statusId', label: `Set status ${status.name}`, to: status.id, show }
  })
}
