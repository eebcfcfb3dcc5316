import { Mic } from 'lucide-react'
import { useEffect, useLayoutEffect, useSyncExternalStore } from 'react'
import { useSnapshot } from 'valtio'
import { groupBy } from '#core/lib/collections.ts'
import { toId, type MediaId, type TaskId, type UserId } from '#core/lib/ids.ts'
import { messages } from '#core/lib/messages.ts'
import { feedTimeOf } from '#core/lib/relative-time.ts'
import type { LiveStrokes } from '#core/reviews/together/live-strokes.ts'
import { avatarColorOf } from '#core/studios/palette.ts'
import { readCommentMetadata } from '#core/comments/metadata.ts'
import { findHereReference } from '#core/comments/here-reference.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { useCommand } from '#app/commands/use-command.ts'
import { useNow } from '#app/hooks/use-now.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { Kbd } from '#app/ui/kbd.tsx'
import { CommandIconButton } from '#app/widgets/command-icon-button.tsx'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { mentionablePeople, readFeed, type FeedEntry } from '#app/widgets/comments/comment-feed-model.ts'
import { CommentText, type HereMark } from '#app/widgets/comments/comment-text.tsx'
import { ComposerField } from '#app/widgets/comments/composer-field.tsx'
import { composerStore, openDraft } from '#app/widgets/comments/composer-store.ts'
import { emptyDraft, type Draft } from '#app/widgets/comments/draft.ts'
import { placeViewer, setViewerNotes, type ShownDrawing } from '#app/widgets/media-viewer/viewer-store.ts'
import { useMoments } from '#app/widgets/comments/moments.ts'
import { readNotes } from '#app/widgets/comments/read-notes.ts'
import { showReference } from '#app/widgets/comments/show-reference.ts'
import { StatusPill } from '#app/widgets/status-pill/status-pill.tsx'
import { canDictate } from './dictation.ts'
import { firstFrameIn, type RoomModel } from './room-model.ts'
import { earlierNotes, focusRoom } from './room-store.ts'
import styles from './room.module.css'
import { nameOf } from './participant-name.ts'
import { TogetherBar } from './together-bar.tsx'
import { useTogetherView } from './use-together.ts'

type RoomNotesProps = { readonly model: RoomModel }

/** The task's statuses to judge it with, its notes, and the form for new ones. */
export function RoomNotes({ model }: RoomNotesProps) {
  const { studio, item, shown, session } = model
  const task = shown?.task
  const notes = item !== undefined && task !== undefined ? readFeed({ studio, item, taskId: task.id }) : []
  return (
    <aside className={styles['right']} aria-label="Notes">
      <TogetherBar model={model} />
      <Statuses model={model} />
      <NoteList model={model} notes={notes} />
      {task !== undefined && studio.can('comment') && !session.isLocked && (
        <NoteForm key={task.id} model={model} taskId={task.id} />
      )}
      {session.isLocked && (
        <p className={styles['closed']}>
          {messages['review-locked-for-notes']}
          <CommandButton command="review.lock" size="small">
            Unlock
          </CommandButton>
        </p>
      )}
    </aside>
  )
}

function Statuses({ model }: RoomNotesProps) {
  const { statuses, shown, studio, session } = model
  if (shown?.task === undefined || !studio.can('create')) return null
  return (
    <fieldset className={styles['statuses']}>
      <legend className="visually-hidden">Judge</legend>
      {statuses.slice(0, 9).map((status, index) => (
        <button
          key={status.id}
          type="button"
          className={styles['status']}
          aria-pressed={status.id === shown.entry.judgedStatusId}
          aria-keyshortcuts={String(index + 1)}
          data-locked={session.isLocked || undefined}
          onClick={() => void runCommand('review.judge', { args: [status.id] })}
        >
          <StatusPill status={status} />
          <span className={styles['statusName']}>{status.name}</span>
          <Kbd>{String(index + 1)}</Kbd>
        </button>
      ))}
    </fieldset>
  )
}

function useDraft(taskId: TaskId | undefined): Draft {
  const { drafts } = useSnapshot(composerStore, { sync: true })
  // Drafts are replaced, never edited, so the snapshot holds the store's own.
  return (taskId === undefined ? emptyDraft : (drafts[taskId] ?? emptyDraft)) as Draft
}

type NoteListProps = RoomNotesProps & { readonly notes: readonly FeedEntry[] }

function NoteList({ model, notes }: NoteListProps) {
  const { session, content, shown } = model
  const areFolded = useSyncExternalStore(earlierNotes.subscribe, earlierNotes.areFolded)
  const { keys } = useCommand('review.earlier-notes')
  const draft = useDraft(shown?.task?.id)
  const strokes = useTogetherView()?.strokes
  const media = content.kind === 'file' ? content.media : undefined
  const mediaId = media?.id
  const firstFrame = firstFrameIn(model)
  const { projectId } = model.session
  useLayoutEffect(() => placeViewer({ firstFrame, projectId }), [firstFrame, projectId])
  useLayoutEffect(() => {
    const { drawings } = draft
    if (mediaId === undefined) return setViewerNotes({ markers: [], drawings: [] })
    const read = readNotes(notes, mediaId, drawings)
    setViewerNotes({ ...read, drawings: [...read.drawings, ...listLive(strokes, mediaId, model)] })
  })
  useEffect(() => () => setViewerNotes({ markers: [], drawings: [] }), [])

  const ofNow = notes.filter(({ sessionId }) => sessionId === session.id).toReversed()
  const earlier = notes.filter(({ sessionId }) => sessionId !== session.id).toReversed()
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable regions must be reachable by key
    <section className={styles['notes']} tabIndex={0} aria-label="What was said">
      {ofNow.length === 0 && <p className={styles['none']}>No notes in this session yet.</p>}
      <Notes label="Notes of this session" notes={ofNow} model={model} />
      {earlier.length > 0 && (
        <button
          type="button"
          className={styles['fold']}
          aria-expanded={!areFolded}
          onClick={() => void runCommand('review.earlier-notes')}
        >
          {`${earlier.length} earlier`}
          {keys !== undefined && <Kbd>{keys}</Kbd>}
        </button>
      )}
      {!areFolded && <Notes label="Earlier" notes={earlier} model={model} isEarlier />}
    </section>
  )
}

/** Returns what others are drawing on a film right now, as drawings of theirs. */
function listLive(strokes: LiveStrokes | undefined, mediaId: MediaId, model: RoomModel): readonly ShownDrawing[] {
  const standing = [...(strokes?.values() ?? [])].filter(
    (stroke) => stroke.mediaId === mediaId && stroke.author !== model.client.userId,
  )
  return [...groupBy(standing, ({ author, frame }) => `${author} ${frame}`).values()].flatMap((own) => {
    const [first] = own
    const shapes = own.flatMap(({ shape }) => shape ?? [])
    if (first === undefined || shapes.length === 0) return []
    const userId = toId<UserId>(first.author)
    const name = nameOf({ userId }, model)
    const live = { name, color: avatarColorOf(userId) }
    return [{ mediaId, frame: first.frame, shapes, commentId: undefined, author: `${name}, now`, live }]
  })
}

type NotesProps = NoteListProps & { readonly label: string; readonly isEarlier?: boolean }

function Notes({ label, notes, model, isEarlier = false }: NotesProps) {
  const now = useNow()
  const moments = useMoments(model.item)
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone
  if (notes.length === 0) return null
  return (
    <ol aria-label={label} data-earlier={isEarlier || undefined} className={styles['list']}>
      {notes.map(({ id, author, createdAt, lines, content, references, status, revision }) => (
        <li key={id} id={`comment-${id}`} className={styles['note']}>
          <Avatar {...author} imageUrl={author.avatarUrl} isDecorative />
          <div className={styles['said']}>
            <p className={styles['by']}>
              <strong>{author.name}</strong>
              {revision !== undefined && <span>{`v${revision.versionNumber}`}</span>}
              <span>{feedTimeOf(createdAt, now, timeZone)}</span>
            </p>
            {content !== '' && (
              <CommentText
                lines={lines}
                wordsOf={(mark) => moments.ofMark(references, mark)}
                onFollow={(mark) => follow(model, id, mark)}
              />
            )}
            {status?.to !== undefined && <StatusPill status={status.to} />}
          </div>
        </li>
      ))}
    </ol>
  )
}

/** Goes to the frame or range that a note points at, if its film is in view. */
function follow({ item, content }: RoomModel, commentId: string, mark: HereMark): void {
  const comment = item?.replica.find('comments', commentId)
  if (comment === undefined || content.kind !== 'file') return
  const reference = findHereReference(readCommentMetadata(comment.metadata).hereReferences, mark)
  if (reference !== undefined && reference.data.mediaId === content.media.id) showReference(reference.data)
}

type NoteFormProps = RoomNotesProps & { readonly taskId: TaskId }

function NoteForm({ model, taskId }: NoteFormProps) {
  const { studio, entries, at } = model
  useEffect(() => openDraft(taskId), [taskId])
  const draft = useDraft(taskId)
  const hasNext = entries[at + 1] !== undefined
  return (
    <form
      className={styles['form']}
      aria-label="New note"
      onSubmit={(event) => {
        event.preventDefault()
        void runCommand('review.send')
      }}
    >
      <ComposerField
        taskId={taskId}
        draft={draft}
        people={mentionablePeople(studio.getMembers())}
        hereCommand="review.note-here"
        onLeave={focusRoom}
      />
      <div className={styles['actions']}>
        <CommandButton command="review.note-here" size="small">
          On this frame
        </CommandButton>
        {canDictate() && (
          <CommandIconButton command="review.dictate" variant="ghost" icon={<Mic aria-hidden="true" />} />
        )}
        <CommandButton
          command="review.send"
          variant="primary"
          isDisabled={draft.text.trim() === '' && draft.drawings.length === 0}
        >
          {hasNext ? 'Send and next' : 'Send'}
        </CommandButton>
      </div>
    </form>
  )
}
