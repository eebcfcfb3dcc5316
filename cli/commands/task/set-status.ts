import { runTaskChange, type TaskChangeOptions } from '#cli/change/run-task-change.ts'
import { pickStatus } from '#cli/select/pick-status.ts'
import { defineVerb } from '#cli/define-verb.ts'
import { changeFlags } from './task-flags.ts'

/** `--status` filters the tasks; the argument is the new status. */
export type SetStatusOptions = TaskChangeOptions & { readonly newStatus: string }

export const verb = defineVerb({
  arguments: '<new-status> [targets...]',
  summary: 'set the status of tasks named by path, glob, id, filters or standard input (-)',
  options: changeFlags,
  examples: [
    "task set-status DONE 'ep01/sq010/*:layout' --dry-run",
    'task list --status WFA --json=id --ndjson | studio-cli task set-status WIP - --yes',
  ],
  run: async (options: SetStatusOptions, context) => {
    return await runTaskChange(options, context, (studio) => {
      const status = pickStatus(studio, options.newStatus)
      const show = (id: string): string => studio.replica.find('task_statuses', id)?.name ?? id
      return { field: 'statusId', label: `Set status ${status.name}`, to: status.id, show }
    })
  },
})
