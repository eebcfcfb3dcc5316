import type { Done } from '#core/change/context.ts'
import { mentionedUserIds, parseComment } from '#core/comments/markup.ts'
import { postComment } from '#core/comments/post-comment.ts'
import type { Result } from '#core/lib/result.ts'
import type { Task } from '#core/schema/item-tasks.ts'
import { mentionablePeople } from '#app/widgets/comments/comment-feed-model.ts'
import { changeDraft, focusComposer, getDraft, insertIntoDraft } from '#app/widgets/comments/composer-store.ts'
import { usedReferences } from '#app/widgets/comments/draft.ts'
import { referenceToFrame } from '#app/widgets/comments/reference-to-frame.ts'
import type { Looked, RoomModel } from './room-model.ts'

/** Begins a note that points at the frame in view. */
export function pinToFrame({ media, version }: Extract<Looked, { kind: 'file' }>, task: Task): void {
  const reference = referenceToFrame({
    mediaId: media.id,
    ...(version.versionNumber > 0 && { version: `v${version.versionNumber}` }),
    taskId: task.id,
  })
  focusComposer(task.id)
  if (reference === undefined) return
  const { references } = getDraft(task.id)
  const isKnown = references.some(({ label }) => label === reference.label)
  if (!isKnown) changeDraft(task.id, { references: [...references, reference] })
  insertIntoDraft(task.id, `@here[${reference.label}]`)
}

/** Posts what is written to a task as a note of the session; undefined where nothing is. What is refused comes back. */
export async function postNote(
  { client, studio, space, item: opened, session }: RoomModel,
  task: Task,
): Promise<Result<Done> | undefined> {
  const draft = getDraft(task.id)
  if ((draft.text.trim() === '' && draft.drawings.length === 0) || space === undefined) return undefined
  // Whoever goes on and writes at once may be sooner than the item, which the room is opening.
  const place = { studioId: studio.studioId, spaceId: space.spaceId, itemId: task.itemId }
  const item = opened ?? (await client.openItem(place))
  const hereReferences = usedReferences(draft)
  const metadata = {
    sessionId: session.id,
    ...(hereReferences.length > 0 && { hereReferences }),
    ...(draft.drawings.length > 0 && { drawings: draft.drawings }),
  }
  const mentions = mentionedUserIds(parseComment(draft.text, mentionablePeople(studio.getMembers())))
  const input = { studio, space, item, taskId: task.id, content: draft.text, mentions, metadata }
  const result = await postComment(input, client)
  const { text, drawings, references } = draft
  if (result.ok) {
    changeDraft(task.id, { text: '', drawings: [], references: [] })
    void result.value.answered.then((answer) => {
      if (!answer.ok && getDraft(task.id).text === '') changeDraft(task.id, { text, drawings, references })
    })
  }
  return result
}
