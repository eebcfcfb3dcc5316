import { nothingMatched, usageError } from '#cli/cli-error.ts'
import type { GlobalOptions } from '#cli/global-options.ts'
import { loadStudio } from '#cli/select/load-studio.ts'
import { loadTasks } from '#cli/select/load-tasks.ts'
import { defineVerb } from '#cli/define-verb.ts'
import { toTaskRows } from './to-task-row.ts'

type Options = Pick<GlobalOptions, 'project' | 'space'> & { readonly task: string }

export const verb = defineVerb({
  arguments: '<task>',
  summary: 'show a task, by its path or id',
  examples: ['task show sq010/sh0040:anim', 'task show sq010/sh0040:anim --json=status,assignee'],
  run: async ({ task, ...place }: Options, context) => {
    const client = await context.openClient()
    const studio = await loadStudio(client, context)
    const [record, second] = await loadTasks({ client, studio }, place, [task])
    if (record === undefined) throw nothingMatched(`There is no task "${task}".`)
    if (second !== undefined)
      throw usageError(`"${task}" names several tasks.`, 'Add the stage, and the space if needed.')
    for (const row of toTaskRows(studio, [record])) context.printRecord(row)
  },
})
