import { parseComment, toPlainText } from '#core/comments/markup.ts'
import { expandTargets } from '#cli/select/expand-targets.ts'
import { listMentionable } from '#cli/select/list-mentionable.ts'
import { loadTasksWithHistory } from '#cli/select/load-items.ts'
import { loadStudio } from '#cli/select/load-studio.ts'
import type { TaskFilterOptions } from '#cli/select/load-tasks.ts'
import { defineVerb } from '#cli/define-verb.ts'

export type CommentListOptions = TaskFilterOptions & { readonly targets: readonly string[] }

export const verb = defineVerb({
  arguments: '[targets...]',
  summary: 'list the comments of tasks, oldest first',
  examples: ['comment list sq010/sh0040:anim'],
  /** Lists what people wrote; comments without a text, such as those of a status change, are left out. */
  run: async (options: CommentListOptions, context) => {
    const client = await context.openClient()
    const studio = await loadStudio(client, context)
    const targets = await expandTargets(options.targets, context.io)
    const people = listMentionable(studio)
    const histories = await loadTasksWithHistory({ client, studio }, options, targets)
    const rows = histories.flatMap(({ record, item }) =>
      item.getComments(record.task.id).flatMap((comment) => {
        const files = item.getCommentMedia(comment.id).map(({ filename }) => filename)
        if (comment.content === '' && files.length === 0) return []
        return {
          id: comment.id,
          path: record.path,
          at: new Date(comment.createdAt).toISOString(),
          author: studio.replica.find('studio_members', comment.createdBy ?? '')?.displayName ?? null,
          text: toPlainText(parseComment(comment.content, people)),
          source: comment.content,
          edited: comment.isEdited,
          files,
        }
      }),
    )
    context.printList({
      rows,
      fields: ['id', 'path', 'at', 'author', 'text', 'source', 'edited', 'files'],
      columns: ['path', 'at', 'author', 'text', 'files'],
    })
  },
})
