import type { Done } from '#core/change/context.ts'
import { formatRange } from '#core/comments/film-moment.ts'
import type { HereReferenceData } from '#core/comments/here-reference.ts'
import { mentionedUserIds, parseComment } from '#core/comments/markup.ts'
import { postComment } from '#core/comments/post-comment.ts'
import { AppError } from '#core/lib/errors.ts'
import { messages } from '#core/lib/messages.ts'
import type { ShownContent } from '#core/reviews/find-shown-file.ts'
import type { Result } from '#core/lib/result.ts'
import type { Task } from '#core/schema/item-tasks.ts'
import { mentionablePeople } from '#app/widgets/comments/comment-feed-model.ts'
import { changeDraft, focusComposer, getDraft, insertIntoDraft } from '#app/widgets/comments/composer-store.ts'
import { usedReferences } from '#app/widgets/comments/draft.ts'
import { nameBareHeres, referencesOf, referenceToFrame } from '#app/widgets/comments/reference-to-frame.ts'
import { findPlayer, viewerStore } from '#app/widgets/media-viewer/viewer-store.ts'
import type { RoomModel } from './room-model.ts'

/** Throws if the session is locked, before anyone writes a note that it would refuse. */
export function refuseLockedNote({ session }: Pick<RoomModel, 'session'>): void {
  if (session.isLocked) throw new AppError('review-locked-for-notes', messages['review-locked-for-notes'])
}

type Shown = Pick<Extract<ShownContent, { kind: 'file' }>, 'media' | 'version'>

function toShownReference({ media, version }: Shown, task: Task): HereReferenceData {
  const { versionNumber } = version
  return { mediaId: media.id, ...(versionNumber > 0 && { version: `v${versionNumber}` }), taskId: task.id }
}

/** Begins a note that points at the frame in view, or at the marked range. */
export function pinToFrame({ media, version }: Shown, task: Task): void {
  const player = findPlayer()
  const { range } = player?.getState() ?? {}
  // Goes to the first frame of the range.
  if (player !== undefined && range !== undefined) player.seekFrame(range.from)
  const pinned = referenceToFrame(toShownReference({ media, version }, task))
  focusComposer(task.id)
  if (pinned === undefined) return
  const { firstFrame } = viewerStore.get()
  const reference =
    range === undefined ? pinned : { ...pinned, label: formatRange(range, firstFrame), data: { ...pinned.data, range } }
  const { references } = getDraft(task.id)
  const isKnown = references.some(({ label }) => label === reference.label)
  if (!isKnown) changeDraft(task.id, { references: [...references, reference] })
  insertIntoDraft(task.id, `@here[${reference.label}]`)
}

/** The last note written in this window, to be repeated for the next task. */
let lastNote: { readonly text: string; readonly references: readonly string[] } | undefined

/** Returns the last note without its references, which are to another film. */
export function findLastNote(): string | undefined {
  if (lastNote === undefined) return undefined
  const bare = lastNote.references.reduce((text, label) => text.replaceAll(`@here[${label}]`, ''), lastNote.text)
  const said = bare.replace(/\s{2,}/g, ' ').trim()
  return said === '' ? undefined : said
}

/** Posts a task's draft as a note of the session; undefined if it is empty. A refused note goes back into the draft. */
export async function postNote(
  { client, studio, space, item: opened, session, content }: RoomModel,
  task: Task,
): Promise<Result<Done> | undefined> {
  const draft = nameBareHeres(getDraft(task.id))
  if ((draft.text.trim() === '' && draft.drawings.length === 0) || space === undefined) return undefined
  // Someone who moves on and writes at once may be faster than the room, which is still opening the item.
  const place = { studioId: studio.studioId, spaceId: space.spaceId, itemId: task.itemId }
  const item = opened ?? (await client.openItem(place))
  const hereReferences =
    content.kind === 'file' ? referencesOf(draft, toShownReference(content, task)) : usedReferences(draft)
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
    if (text.trim() !== '') lastNote = { text, references: hereReferences.map(({ label }) => label) }
    changeDraft(task.id, { text: '', drawings: [], references: [] })
    void result.value.answered.then((answer) => {
      if (!answer.ok && getDraft(task.id).text === '') changeDraft(task.id, { text, drawings, references })
    })
  }
  return result
}
