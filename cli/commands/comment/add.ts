import { mentionedUserIds, parseComment } from '#core/domain/comment-markup.ts'
import type { CommentId, MediaId } from '#core/lib/ids.ts'
import { postComment } from '#core/operations/post-comment.ts'
import { saveEntry } from '#cli/change/journal.ts'
import { nothingMatched, usageError } from '#cli/cli-error.ts'
import type { Context } from '#cli/context.ts'
import { readLocalFile } from '#cli/publish/local-file.ts'
import { listMentionable } from '#cli/select/list-mentionable.ts'
import { loadTasksWithHistory, type TaskWithHistory } from '#cli/select/load-items.ts'
import { loadStudio } from '#cli/select/load-studio.ts'
import type { TaskFilterOptions } from '#cli/select/load-tasks.ts'
import { pickStatus } from '#cli/select/pick-status.ts'

export type CommentAddOptions = Pick<TaskFilterOptions, 'project' | 'space'> & {
  readonly target: string
  readonly text?: string
  readonly status?: string
  readonly attach?: readonly string[]
}

export async function runCommentAdd(options: CommentAddOptions, context: Context): Promise<void> {
  const { io } = context
  const isPiped = options.text === '-' || (options.text === undefined && !io.isInputTty && options.status === undefined)
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
  const { status, text: _, attach: __, ...place } = options
  const { record, item } = onlyOne(
    await loadTasksWithHistory({ client, studio }, place, [options.target]),
    options.target,
  )
  const statusId = status === undefined ? undefined : pickStatus(studio, status).id

  const { uploads } = await context.loadGateway()
  const { studioId, spaceId } = record.space
  const mediaIds: MediaId[] = []
  for (const file of files) {
    const mediaId = client.ids.newId<MediaId>()
    const about = { mediaId, studioId, taskId: record.task.id, filename: file.name, contentType: file.contentType }
    await uploads.upload({ ...about, body: file.body, details: { sha256: file.sha256 } })
    mediaIds.push(mediaId)
  }
  const commentId = client.ids.newId<CommentId>()
  const mentions = mentionedUserIds(parseComment(content, listMentionable(studio)))
  const input = { studio, space: record.space, item, taskId: record.task.id, content, mediaIds, mentions, commentId }
  const done = await postComment({ ...input, ...(statusId !== undefined && { statusId }) }, client)
  if (!done.ok) throw done.error
  const answer = await done.value.answered
  if (!answer.ok) throw answer.error

  context.printRecord({
    id: commentId,
    path: record.path,
    text: content,
    mentions: [...mentions],
    files: files.map(({ name }) => name),
  })
  const effect = { kind: 'comment', spaceId, itemId: record.task.itemId, id: commentId, commentId } as const
  const { url: host } = await context.loadHost()
  const label = `Comment on ${record.path}`
  await saveEntry(io, {
    id: done.value.id,
    at: new Date().toISOString(),
    label,
    host,
    studioId,
    userId: client.userId,
    effect,
  })
  context.say(`Commented on ${record.path}. Take it back with: studio-cli undo ${done.value.id}`)
}

function onlyOne(found: readonly TaskWithHistory[], target: string): TaskWithHistory {
  const [one, second] = found
  if (one === undefined) throw nothingMatched(`There is no task "${target}".`)
  if (second !== undefined)
    throw usageError(
      `"${target}" names ${found.length} tasks: a comment is on one.`,
      'Name the stage, and the space where needed.',
    )
  return one
}
