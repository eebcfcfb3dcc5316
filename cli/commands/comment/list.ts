import { expandTargets } from '#cli/select/expand-targets.ts'
import { loadTasksWithHistory } from '#cli/select/load-items.ts'
import { loadStudio } from '#cli/select/load-studio.ts'
import type { TaskFilterOptions } from '#cli/select/load-tasks.ts'
import { defineVerb } from '#cli/define-verb.ts'
import { filterFlags } from '../task/task-flags.ts'
import { toCommentRow } from './to-comment-row.ts'

export type CommentListOptions = TaskFilterOptions & { readonly targets: readonly string[] }

export const verb = defineVerb({
  arguments: '[targets...]',
  summary: 'list the comments of tasks, oldest first',
  options: filterFlags,
  examples: ['comment list sq010/sh0040:anim'],
  /** Lists comments written by people; those without text, such as status changes, are left out. */
  run: async (options: CommentListOptions, context) => {
    const client = await context.openClient()
    const studio = await loadStudio(client, context)
    const targets = await expandTargets(options.targets, context.io)
    const histories = await loadTasksWithHistory({ client, studio }, options, targets)
    const rows = histories.flatMap(({ record, item }) =>
      item
        .getComments(record.task.id)
        .map((comment) => toCommentRow({ studio, item, path: record.path }, comment))
        .filter(({ source, files }) => source !== '' || files.length > 0),
    )
    context.printList({
      rows,
      fields: ['id', 'path', 'at', 'author', 'text', 'source', 'edited', 'imported', 'files', 'mentions'],
      columns: ['path', 'at', 'author', 'text', 'files'],
    })
  },
})
