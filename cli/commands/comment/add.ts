import { mentionedUserIds, parseComment } from '#core/comments/markup.ts'
import type { CommentId, MediaId } from '#core/lib/ids.ts'
import { postComment } from '#core/comments/post-comment.ts'
import { rememberWrite, toEffect } from '#cli/change/confirm-write.ts'
import { getCreated } from '#cli/change/get-created.ts'
import { usageError } from '#cli/cli-error.ts'
import { readLocalFile } from '#cli/publish/local-file.ts'
import { listMentionable } from '#cli/select/list-mentionable.ts'
import { loadTasksWithHistory } from '#cli/select/load-items.ts'
import { loadStudio } from '#cli/select/load-studio.ts'
import type { TaskFilterOptions } from '#cli/select/load-tasks.ts'
import { pickReview } from '#cli/commands/review/open-review.ts'
import { pickTask } from '#cli/select/pick.ts'
import { pickStatus } from '#cli/select/pick-status.ts'
import { defineVerb, flag } from '#cli/define-verb.ts'
import { toCommentRow } from './to-comment-row.ts'

export type CommentAddOptions = Pick<TaskFilterOptions, 'project' | 'space'> & {
  readonly target: string
  readonly text?: string
  readonly status?: string
  readonly attach?: readonly string[]
  readonly review?: string
}

export const verb = defineVerb({
  arguments: '<target> [text]',
  summary: 'comment on a task; the text comes from standard input if not given',
  options: [
    flag('--status <name>', 'also set this status'),
    flag('--attach <file>', 'attach a file; repeatable', { as: 'list' }),
    flag('--review <which>', 'as a note of this review session'),
  ],
  examples: [
    "comment add sq010/sh0040:anim 'Softer landing, @Mei Tanaka'",
    "comment add sq010/sh0040:anim 'Hold until 1017' --review Monday",
    'comment add sq010/sh0040:anim < notes.txt',
  ],
  run: async (options: CommentAddOptions, context) => {
    const { io } = context
    const isPiped =
      options.text === '-' || (options.text === undefined && !io.isInputTty && options.status === undefined)
    const content = (isPiped ? await io.readInput() : (options.text ?? '')).trim()
    const { attach = [] } = options
    if (content === '' && attach.length === 0 && options.status === undefined)
      throw usageError(
        'Write something, attach a file or change the status.',
        'Give the text as an argument or on standard input.',
      )
    const files = await Promise.all(attach.map(readLocalFile))
    const client = await context.openClient()
    const studio = await loadStudio(client, context)
    const { status, text: _, attach: __, review, ...place } = options
    const { record, item } = pickTask(
      await loadTasksWithHistory({ client, studio }, place, [options.target]),
      options.target,
      'a comment',
    )
    const statusId = status === undefined ? undefined : pickStatus(studio, status).id

    const metadata = review === undefined ? {} : { sessionId: pickReview(studio, { which: review }).id }

    const { uploads } = await context.loadGateway()
    const { studioId } = record.space
    const mediaIds: MediaId[] = []
    for (const file of files) {
      const mediaId = client.ids.newId<MediaId>()
      const about = { mediaId, studioId, taskId: record.task.id, filename: file.name, contentType: file.contentType }
      await uploads.upload({ ...about, body: file.body, details: { ...file.facts, sha256: file.sha256 } })
      mediaIds.push(mediaId)
    }
    const commentId = client.ids.newId<CommentId>()
    const mentions = mentionedUserIds(parseComment(content, listMentionable(studio)))
    const input = {
      studio,
      space: record.space,
      item,
      taskId: record.task.id,
      content,
      mediaIds,
      mentions,
      commentId,
      metadata,
    }
    const done = await postComment({ ...input, ...(statusId !== undefined && { statusId }) }, client)
    if (!done.ok) throw done.error
    const answer = await done.value.answered
    if (!answer.ok) throw answer.error

    const made = getCreated(item.getComments(record.task.id).find(({ id }) => id === commentId))
    // Files just sent are named here before their rows arrive.
    const names = { files: files.map(({ name }) => name) }
    context.printRecord({ ...toCommentRow({ studio, item, path: record.path }, made), ...names })
    const label = `Comment on ${record.path}`
    await rememberWrite({ id: done.value.id, label, studioId, effect: toEffect(done.value) }, context)
    context.say(`Commented on ${record.path}. Undo with: studio-cli undo ${done.value.id}`)
  },
})
