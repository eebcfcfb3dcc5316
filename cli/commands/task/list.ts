import { usageError } from '#cli/cli-error.ts'
import { loadStudio } from '#cli/select/load-studio.ts'
import { loadTasks, type TaskFilterOptions } from '#cli/select/load-tasks.ts'
import { expandTargets } from '#cli/select/expand-targets.ts'
import { defineVerb, flag } from '#cli/define-verb.ts'
import { filterFlags } from './task-flags.ts'
import { fieldColumns } from '#cli/select/field-cells.ts'
import { describeUnknownNames } from '#cli/select/unknown-names.ts'
import { taskFields, toTaskRows } from './to-task-row.ts'

export type TaskListOptions = TaskFilterOptions & { readonly targets: readonly string[]; readonly limit?: number }

export const verb = defineVerb({
  arguments: '[targets...]',
  summary: 'list tasks',
  options: [...filterFlags, flag('--limit <count>', 'show at most this many', { as: 'number' })],
  examples: [
    'task list --space ep01 --stage anim --status WFA',
    "task list 'sq010/*:animation' --json=id,path,status",
    "task list --where 'due<2026-12-01 done=no' --csv > late.csv",
  ],
  /** Lists tasks in the grid's order; exits with `nothingMatched` if there are none. */
  run: async (options: TaskListOptions, context) => {
    const { limit = Number.POSITIVE_INFINITY } = options
    if (!(limit > 0)) throw usageError('--limit must be a number above 0.')
    const client = await context.openClient()
    const studio = await loadStudio(client, context)
    const tasks = await loadTasks({ client, studio }, options, await expandTargets(options.targets, context.io))
    const rows = toTaskRows(studio, tasks.slice(0, limit))
    const own = fieldColumns(rows)
    const filled = own.filter((field) => rows.some((row) => row[field] !== null))
    context.printList({
      rows,
      fields: [...taskFields, ...own],
      columns: ['path', 'status', 'assignee', 'due', 'estimatedHours', ...filled],
    })
    if (rows.length === 0) for (const line of describeUnknownNames(studio, options)) context.say(line)
    if (tasks.length > limit) context.say(`${limit} of ${tasks.length} tasks; raise this with --limit.`)
  },
})
