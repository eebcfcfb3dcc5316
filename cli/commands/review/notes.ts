import { parseComment, toPlainText } from '#core/comments/markup.ts'
import { readCommentMetadata } from '#core/comments/metadata.ts'
import { defineVerb } from '#cli/define-verb.ts'
import { listMentionable } from '#cli/select/list-mentionable.ts'
import { openHistories, type TaskWithHistory } from '#cli/select/load-items.ts'
import { listReviewNotes, describeMark, describeReference, type Counted } from '#core/reviews/review-notes.ts'
import { usageError } from '#cli/cli-error.ts'
import { makeTaskTest, whereFlag, type WhereOptions } from '#cli/select/wanted-tasks.ts'
import { flag } from '#cli/define-verb.ts'
import { openPlace, openReview, pickReview, type SessionChoice } from './open-review.ts'

type NotesOptions = SessionChoice & Pick<WhereOptions, 'where'> & { readonly pdf?: string; readonly by?: string }

export const verb = defineVerb({
  arguments: '<which>',
  summary: 'list the notes written in a review session, in its order',
  options: [
    flag('--pdf <file>', 'write them to a PDF, with what was drawn'),
    flag('--by <what>', 'order of a PDF: by shot or artist', { default: 'shot' }),
    whereFlag,
  ],
  examples: [
    'review notes Monday --csv > notes.csv',
    'review notes Monday --json',
    'review notes Monday --pdf notes.pdf --by artist',
  ],
  run: async (options: NotesOptions, context) => {
    const { pdf, by = 'shot' } = options
    if (by !== 'shot' && by !== 'artist') throw usageError('--by is shot or artist.')
    const place = await openPlace(context)
    const { client, studio } = place
    const session = pickReview(studio, options)
    const { lines } = await openReview(place, session)
    const isOfTask = await makeTaskTest(place, { ...options, project: session.projectId })
    const people = listMentionable(studio)
    const histories = await openHistories(
      client,
      lines.flatMap(({ record }) => (record !== undefined && isOfTask(record.task.id) ? record : [])),
    )
    const project = studio.replica.find('projects', session.projectId)
    const countedBy = ({ record: { space, task }, item }: TaskWithHistory): Counted => ({
      item,
      row: space.replica.find('items', task.itemId),
      project,
    })
    if (pdf !== undefined) {
      const tasks = histories.map((history) => {
        const { record } = history
        const judgedId = lines.find(({ entry }) => entry.taskId === record.task.id)?.entry.judgedStatusId
        const judged = studio.replica.find('task_statuses', judgedId ?? '')?.name
        const names = { shot: record.item, stage: record.stage, artist: record.assignees[0], judged }
        return { task: record.task, ...countedBy(history), ...names }
      })
      const nameOf = (id?: string) => studio.replica.find('studio_members', id ?? '')?.displayName ?? 'Somebody'
      const notes = listReviewNotes(session.id, tasks, { people, nameOf })
      const { saveNotesPdf } = await import('#cli/pdf/save-notes-pdf.ts')
      return await saveNotesPdf({ session, notes, by, histories }, pdf, context)
    }
    const rows = histories.flatMap((history) => {
      const { record, item } = history
      return item.getComments(record.task.id).flatMap((comment) => {
        const read = readCommentMetadata(comment.metadata)
        const { sessionId, hereReferences, statusInfo } = read
        const counted = countedBy(history)
        if (sessionId !== session.id) return []
        const since = item.getVersions(record.task.id).filter(({ createdAt }) => createdAt > comment.createdAt)
        return {
          id: comment.id,
          path: record.path,
          frames: hereReferences.map((reference) => describeReference(reference, counted)),
          author: studio.replica.find('studio_members', comment.createdBy ?? '')?.displayName ?? null,
          at: new Date(comment.createdAt).toISOString(),
          text: toPlainText(parseComment(comment.content, people), (mark) => describeMark(mark, read, counted)),
          status: statusInfo?.status ?? record.status,
          assignees: record.assignees,
          answered: since.at(-1)?.versionNumber ?? null,
        }
      })
    })
    context.printList({
      rows,
      fields: ['id', 'path', 'frames', 'author', 'at', 'text', 'status', 'assignees', 'answered'],
      columns: ['path', 'frames', 'text', 'status', 'assignees', 'answered', 'author', 'at'],
    })
  },
})
