import { parseComment, toPlainText } from '#core/comments/markup.ts'
import { readCommentMetadata } from '#core/comments/metadata.ts'
import { defineVerb } from '#cli/define-verb.ts'
import { listMentionable } from '#cli/select/list-mentionable.ts'
import { openHistories } from '#cli/select/load-items.ts'
import { openPlace, openReview, pickReview, type Which } from './open-review.ts'

export const verb = defineVerb({
  arguments: '<which>',
  summary: 'list the notes written in a review session, in its order',
  examples: ['review notes Monday --csv > notes.csv', 'review notes Monday --json'],
  run: async (options: Which, context) => {
    const place = await openPlace(context)
    const { client, studio } = place
    const session = pickReview(studio, options)
    const { lines } = await openReview(place, session)
    const people = listMentionable(studio)
    const histories = await openHistories(
      client,
      lines.flatMap(({ record }) => record ?? []),
    )
    const rows = histories.flatMap(({ record, item }) =>
      item.getComments(record.task.id).flatMap((comment) => {
        const { sessionId, hereReferences, statusInfo } = readCommentMetadata(comment.metadata)
        if (sessionId !== session.id) return []
        const since = item.getVersions(record.task.id).filter(({ createdAt }) => createdAt > comment.createdAt)
        return {
          id: comment.id,
          path: record.path,
          frames: hereReferences.map(({ label }) => label),
          author: studio.replica.find('studio_members', comment.createdBy ?? '')?.displayName ?? null,
          at: new Date(comment.createdAt).toISOString(),
          text: toPlainText(parseComment(comment.content, people)),
          status: statusInfo?.status ?? record.status,
          assignees: record.assignees,
          answered: since.at(-1)?.versionNumber ?? null,
        }
      }),
    )
    context.printList({
      rows,
      fields: ['id', 'path', 'frames', 'author', 'at', 'text', 'status', 'assignees', 'answered'],
      columns: ['path', 'frames', 'text', 'status', 'assignees', 'answered', 'author', 'at'],
    })
  },
})
