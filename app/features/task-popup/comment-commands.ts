import { readCommentMetadata, type StoredHereReference } from '#core/comments/metadata.ts'
import { mentionedUserIds, parseComment } from '#core/comments/markup.ts'
import { findHereReference, hereReferenceLabel, toHereReferenceType } from '#core/comments/here-reference.ts'
import { mediaKindOf } from '#core/revisions/media-kind.ts'
import { newId, toId, type CommentId } from '#core/lib/ids.ts'
import { messages } from '#core/lib/messages.ts'
import { deleteComment } from '#core/comments/delete-comment.ts'
import { editComment } from '#core/comments/edit-comment.ts'
import { defineWith, type Command } from '#app/commands/define-command.ts'
import { mentionablePeople } from '#app/widgets/comments/comment-feed-model.ts'
import {
  changeDraft,
  chooseFiles,
  focusComposer,
  getDraft,
  insertIntoDraft,
  setAttaching,
} from '#app/widgets/comments/composer-store.ts'
import { referenceToFrame } from '#app/widgets/comments/reference-to-frame.ts'
import { showReference } from '#app/widgets/comments/show-reference.ts'
import { findPlayer } from '#app/widgets/media-viewer/viewer-store.ts'
import { perform } from '#app/widgets/perform.ts'
import { toMediaReference } from './to-media-reference.ts'
import { findPopup, setPopup, showInPopup, type PopupModel } from './popup-store.ts'
import { postDraft } from './post-draft.ts'
import { toAddress } from './resolve-popup.ts'

const define = defineWith({ group: 'Item', scope: 'popup' })
const defineInPlace = defineWith({ group: 'Item', scope: 'popup', isKeyOnly: true })

/** The commands that write, edit and delete comments, and follow their references. */
export const commentCommands: readonly Command[] = [
  define({
    id: 'popup.post',
    title: 'Post',
    keys: ['mod+enter'],
    when: () => findOpen() !== undefined,
    run: async () => {
      const open = findOpen()
      if (open === undefined) return undefined
      const isRevision = getDraft(open.task.id).mode === 'revision'
      const posted = await postDraft(open.model, open.item, open.task)
      if (!posted.ok) return posted
      const done = posted.value
      if (done === undefined) return undefined
      return await perform(Promise.resolve({ ok: true, value: done }), {
        client: open.model.client,
        failedText: isRevision ? revisionRefused : commentRefused,
      })
    },
  }),
  define({
    id: 'popup.choose-files',
    title: 'Attach files',
    when: () => findOpen() !== undefined,
    run: chooseFiles,
  }),
  defineInPlace({
    id: 'popup.done-attaching',
    title: 'Close the list of attached files',
    run: () => setAttaching(false),
  }),
  define({
    id: 'popup.comment-here',
    title: 'Comment at this frame',
    keys: ['m'],
    when: () => findOpen() !== undefined,
    run: commentHere,
  }),
  defineInPlace({
    id: 'popup.follow-here',
    title: 'Go to what a comment points at',
    run: (_context, [commentId = '', index = '0', label]) => {
      const open = findOpen()
      const comment = open?.item.replica.find('comments', commentId)
      if (open === undefined || comment === undefined) return
      const { hereReferences } = readCommentMetadata(comment.metadata)
      const reference = findHereReference(hereReferences, { label, index: Number(index) })
      if (reference !== undefined) follow(open.model, reference)
    },
  }),
  defineInPlace({
    id: 'viewer.show-marker',
    title: 'Go to a comment on the track',
    run: (_context, [commentId = '', frame = '0']) => {
      findPlayer()?.seekFrame(Number(frame))
      document.querySelector(`#${CSS.escape(`comment-${commentId}`)}`)?.scrollIntoView({ block: 'nearest' })
    },
  }),
  defineInPlace({
    id: 'popup.edit-comment',
    title: 'Change a comment',
    run: async (_context, [commentId = '', content = '']) => {
      const open = findOpen()
      if (open === undefined) return undefined
      const { item, model } = open
      const people = mentionablePeople(model.studio.getMembers())
      const mentions = mentionedUserIds(parseComment(content, people))
      const edit = editComment({ item, commentId: toId<CommentId>(commentId), content, mentions }, model.client)
      return await perform(edit, { client: model.client, failedText: messages['comment-edit-failed'] })
    },
  }),
  defineInPlace({
    id: 'popup.delete-comment',
    title: 'Delete a comment',
    // Asks first; the answer runs the command again.
    run: async (_context, [commentId = '', answer]) => {
      const open = findOpen()
      const id = toId<CommentId>(commentId)
      setPopup({ deleting: answer === undefined ? id : undefined })
      if (answer !== 'yes' || open === undefined) return undefined
      const { item, model } = open
      const deletion = deleteComment({ studio: model.studio, item, commentId: id }, model.client)
      return await perform(deletion, { client: model.client, failedText: messages.unexpected })
    },
  }),
]

/** Returns the server's error text, or the specification's if it gives none. */
function commentRefused(reason: string): string {
  return reason === '' ? messages['comment-submit-failed'] : reason
}

function revisionRefused(reason: string): string {
  return messages['revision-create-failed'](reason === '' ? undefined : reason)
}

function findOpen() {
  const model = findPopup()
  const { item, selection } = model ?? {}
  if (model === undefined || item === undefined || selection?.task === undefined) return undefined
  return { model, item, task: selection.task }
}

/** Inserts an @here to what is in view: the frame of a film, the picture or the file, else the item itself. */
function commentHere(): void {
  const open = findOpen()
  if (open === undefined) return
  const { model, task } = open
  const reference = referenceTo(model)
  const { references } = getDraft(task.id)
  const isKnown = references.some(({ label }) => label === reference.label)
  if (!isKnown) changeDraft(task.id, { references: [...references, reference] })
  focusComposer(task.id)
  insertIntoDraft(task.id, `@here[${reference.label}]`)
}

function referenceTo({ row, selection }: PopupModel): StoredHereReference {
  const { media } = selection
  const id = newId<CommentId>()
  const about = toMediaReference(selection)
  if (media === undefined || about === undefined) {
    const label = hereReferenceLabel({ type: 'item', names: [row.title] })
    return { id, type: 'item', label, data: { selectedItemIds: [row.id] } }
  }
  const frame = referenceToFrame(about)
  if (frame !== undefined) return frame
  const type = mediaKindOf(media.contentType) === 'image' ? 'image' : 'file'
  const label = hereReferenceLabel({ type, fileName: media.filename })
  return { id, type, label, data: { ...about, fileName: media.filename } }
}

/** Shows what a reference points at; an unknown type is an error (document 3, section 8). */
function follow(model: PopupModel, { type, data }: StoredHereReference): void {
  const known = toHereReferenceType(type)
  const { row, selection, space, tasks } = model
  if (known === 'item') {
    const itemId = data.selectedItemIds?.[0] ?? row.id
    const target = space.replica.find('items', itemId)
    // A deleted item shows as not found.
    showInPopup({ item: target === undefined ? itemId : toAddress(target, selection).item })
    return
  }
  const seconds = data.timestamp
  if (data.mediaId === undefined || data.mediaId === selection.media?.id) {
    showReference(data)
    return
  }
  const task = tasks.find(({ id }) => id === data.taskId) ?? selection.task
  const versionNumber = /^v(\d+)$/.exec(data.version ?? '')?.[1]
  const { item, task: name } = toAddress(row, { ...selection, task })
  setPopup({ jump: seconds === undefined ? undefined : { mediaId: data.mediaId, seconds } })
  showInPopup({
    item,
    task: name,
    version: versionNumber === undefined ? undefined : Number(versionNumber),
    media: data.mediaId,
  })
}
