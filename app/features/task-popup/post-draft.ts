import type { Done } from '#core/change/context.ts'
import { mentionedUserIds, parseComment } from '#core/comments/markup.ts'
import { formatTimeSpent } from '#core/timesheet/time-spent.ts'
import { AppError, errorText } from '#core/lib/errors.ts'
import { newId, type CommentId, type VersionId } from '#core/lib/ids.ts'
import { messages } from '#core/lib/messages.ts'
import { err, ok, type Result } from '#core/lib/result.ts'
import { postComment } from '#core/comments/post-comment.ts'
import { postRevision } from '#core/revisions/post-revision.ts'
import { toSequenceDetails, type SequenceDetails } from '#core/revisions/sequence-details.ts'
import { uploadFiles } from '#core/sync/uploads/upload-files.ts'
import type { ItemReplica } from '#core/revisions/item-replica.ts'
import { mentionablePeople } from '#app/widgets/comments/comment-feed-model.ts'
import { changeDraft, clearDraft, focusTimeSpent, getDraft, takeRefusal } from '#app/widgets/comments/composer-store.ts'
import { chosenStatusId, spentMinutes, usedReferences, type Draft } from '#app/widgets/comments/draft.ts'
import { nameBareHeres, referencesOf } from '#app/widgets/comments/reference-to-frame.ts'
import { toMediaReference } from './to-media-reference.ts'
import { setPopup, showInPopup, type PopupModel } from './popup-store.ts'
import { numberByFiles } from './number-by-files.ts'
import { toAddress, type PopupTask } from './resolve-popup.ts'

type Post = {
  readonly model: PopupModel
  readonly item: ItemReplica
  readonly task: PopupTask
  readonly draft: Draft
  readonly isRevision: boolean
}

/**
 * Posts a task's draft: its files go into the upload queue, and the post waits for them in the outbox. The draft stays
 * in the form until all of it is stored on the device, and comes back if the server refuses it.
 */
export async function postDraft(
  model: PopupModel,
  item: ItemReplica,
  task: PopupTask,
): Promise<Result<Done | undefined>> {
  const written = getDraft(task.id)
  const isRevision = written.mode === 'revision' && model.studio.can('revisions')
  const draft = isRevision ? written : nameBareHeres(written)
  const post: Post = { model, item, task, draft, isRevision }
  if (draft.isPosting) return { ok: true, value: undefined }
  if (isRevision && spentMinutes(draft) === 0) {
    focusTimeSpent(task.id)
    return err(new AppError('time-spent-missing', messages['time-spent-missing']))
  }
  const refused = isRevision && draft.files.length === 0 ? takeRefusal(task.id) : undefined
  if (refused !== undefined) {
    return err(new AppError('revision-without-files', messages['revision-without-files'](refused)))
  }
  const { files } = draft
  const wished = isRevision
    ? toSequenceDetails(
        files.map(({ name }) => name),
        draft,
      )
    : ok(new Map<string, never>())
  if (!wished.ok) return wished
  const numbering = isRevision ? numberOf(post) : undefined
  if (numbering?.ok === false) return numbering
  changeDraft(task.id, { isPosting: true })
  const result = await send(post, { numbering: numbering?.value ?? {}, details: wished.value })
  if (!result.ok) {
    changeDraft(task.id, { isPosting: false })
    return err(explainError(post, result.error))
  }
  clearDraft(task.id)
  void restoreWhenRefused(post, result.value)
  return result
}

function numberOf({ model, item, task, draft }: Post) {
  const fileNames = draft.files.map(({ name }) => name)
  return numberByFiles({ studio: model.studio, spaceId: model.space.spaceId, item, taskId: task.id, fileNames })
}

type Said = {
  readonly numbering: { readonly versionNumber?: number; readonly mayBeLower?: boolean }
  readonly details: SequenceDetails
}

async function send(post: Post, { numbering, details }: Said): Promise<Result<Done>> {
  const { model, item, task, draft, isRevision } = post
  const statusId = chosenStatusId(draft, model.statuses)
  const versionId = newId<VersionId>()
  const commentId = newId<CommentId>()
  const media = await uploadFiles(
    draft.files.map(({ id, name, blob }) => {
      const said = details.get(name)
      return { id, fileName: name, body: blob, ...(said && { details: said }) }
    }),
    { studioId: model.studio.studioId, taskId: task.id },
    model.client,
  )

  const common = {
    studio: model.studio,
    space: model.space,
    item,
    taskId: task.id,
    mediaIds: media.map(({ id }) => id),
    media,
    mentions: mentionedUserIds(parseComment(draft.text, mentionablePeople(model.studio.getMembers()))),
    ...(statusId !== undefined && statusId !== task.statusId && { statusId }),
  }
  if (!isRevision) {
    const metadata = toMetadata(post, undefined)
    return await postComment({ ...common, content: draft.text, commentId, metadata }, model.client)
  }
  const timeSpent = formatTimeSpent(spentMinutes(draft))
  const metadata = toMetadata(post, { versionId, timeSpent })
  const comment = draft.text.trim()
  const result = await postRevision({ ...common, ...numbering, comment, timeSpent, versionId, metadata }, model.client)
  // Shows the new revision, unless the person has gone elsewhere meanwhile.
  if (result.ok) {
    const { row } = model
    showInPopup({ item: toAddress(row, model.selection).item, task: toAddress(row, { ...model.selection, task }).task })
    setPopup({ posted: versionId })
  }
  return result
}

/** Returns the post's metadata; the server adds its own about revision and status. */
function toMetadata(
  { model, task, draft, isRevision }: Post,
  revision: { readonly versionId: VersionId; readonly timeSpent: string } | undefined,
): Readonly<Record<string, unknown>> {
  const { statuses } = model
  const from = statuses.find(({ id }) => id === task.statusId)
  const to = draft.statusId === task.statusId ? undefined : statuses.find(({ id }) => id === draft.statusId)
  const shown = isRevision ? undefined : toMediaReference(model.selection)
  const hereReferences = shown === undefined ? usedReferences(draft) : referencesOf(draft, shown)
  const about = { taskId: task.id, taskName: task.title, stageId: task.stageId, comment: draft.text.trim() }
  return {
    ...(hereReferences.length > 0 && { hereReferences }),
    ...(draft.drawings.length > 0 && { drawings: draft.drawings }),
    ...(revision && { revision: { ...about, ...revision, versionNumber: 0 } }),
    ...(to && {
      statusInfo: {
        status: to.name,
        statusId: to.id,
        changedStatus: true,
        fromStatus: from?.name,
        fromStatusId: from?.id,
      },
    }),
  }
}

function explainError({ isRevision }: Post, error: AppError): AppError {
  const text = isRevision
    ? messages['revision-create-failed'](error.message === '' ? undefined : error.message)
    : errorText(error, messages['comment-submit-failed'])
  return new AppError(error.code, text, { cause: error })
}

/** Puts a refused post back into the form, so that nothing typed is lost, unless the form holds something new. */
async function restoreWhenRefused({ model, task, draft }: Post, done: Done): Promise<void> {
  const answer = await done.answered
  const now = getDraft(task.id)
  if (answer.ok || now.text !== '' || now.files.length > 0) return
  const { message } = answer.error
  const files = draft.files.map((file) => ({
    ...file,
    error: message === messages['upload-failed'](file.name) ? message : undefined,
  }))
  changeDraft(task.id, { ...draft, files, isPosting: false })

  // If a retry of the post succeeds, the restored draft must not be posted again.
  const { outbox } = model.client
  const restored = getDraft(task.id)
  const refused = outbox.getEntries().find(({ id }) => id === done.id)
  const stop = outbox.subscribeOutcomes(({ entry, result }) => {
    if (!result.ok || entry.mutation !== refused?.mutation) return
    stop()
    if (getDraft(task.id) === restored) clearDraft(task.id)
  })
}
