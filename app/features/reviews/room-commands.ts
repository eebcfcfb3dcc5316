import { judgeEntry, removeFromReview } from '#core/reviews/arrange-review.ts'
import { changeReview } from '#core/reviews/mutators.ts'
import { setTaskStatus } from '#core/tasks/set-task-status.ts'
import { AppError } from '#core/lib/errors.ts'
import { toId, type StatusId } from '#core/lib/ids.ts'
import { messages } from '#core/lib/messages.ts'
import { defineWith, type Command, type CommandContext, type CommandOutcome } from '#app/commands/define-command.ts'
import { showToast } from '#app/stores/toast-store.ts'
import { beginToWrite } from '#app/widgets/comments/composer-store.ts'
import { isFullScreen } from '#app/widgets/media-viewer/full-screen.ts'
import { findPlayer } from '#app/widgets/media-viewer/viewer-store.ts'
import { perform, performAll } from '#app/widgets/perform.ts'
import { changing } from './changing.ts'
import { pinToFrame, postNote, refuseLockedNote } from './room-note.ts'
import { goToEntry } from './go-to-entry.ts'
import { countJudged, type RoomEntry, type RoomModel } from './room-model.ts'
import { earlierNotes, findRoom, focusRoom } from './room-store.ts'
import { togetherStore } from './together-store.ts'

const define = defineWith({ group: 'Review', scope: 'review' })
const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const

/** The commands of a review session: judge, note, move on. */
export const roomCommands: readonly Command[] = [
  define({
    id: 'review.judge-nth',
    title: 'Judge with the n-th status',
    keys: digits,
    isKeyOnly: true,
    when: () => findRoom()?.shown !== undefined,
    run: async ({ chord = '' }) => {
      const status = findRoom()?.statuses[Number(chord) - 1]
      return status === undefined ? undefined : await judge(status.id)
    },
  }),
  define({
    id: 'review.judge',
    title: 'Judge…',
    keys: ['s'],
    keywords: ['approve', 'retake', 'status'],
    when: () => findTask() !== undefined,
    args: [
      {
        id: 'status',
        placeholder: 'Status',
        options: () =>
          (findRoom()?.statuses ?? []).map(({ id, name, shortCode }) => ({
            value: id,
            label: name,
            keywords: [shortCode],
          })),
      },
    ],
    run: async (_context, [id = '']) => await judge(toId<StatusId>(id)),
  }),
  makeGoCommand({ id: 'review.next', title: 'Next', keys: ['enter', 'shift+down'] }, 1),
  makeGoCommand({ id: 'review.previous', title: 'Previous', keys: ['backspace', 'shift+up'] }, -1),
  define({
    id: 'review.show',
    title: 'Go to a task of the review',
    isKeyOnly: true,
    run: (context, [id = '']) => {
      const room = findRoom()
      const to = room?.entries.find(({ entry }) => entry.id === id)
      if (room !== undefined && to !== undefined) show(room, to, context)
    },
  }),
  noting({ id: 'review.note', title: 'Write a note', keys: ['n', 'c'], shadows: ['feed.notifications'] }, ({ task }) =>
    beginToWrite(task.id, 'comment'),
  ),
  noting({ id: 'review.note-here', title: 'Write a note on this frame or range', keys: ['m'] }, ({ room, task }) => {
    if (room.content.kind === 'file') pinToFrame(room.content, task)
    else beginToWrite(task.id, 'comment')
  }),
  {
    ...noting({ id: 'review.send', title: 'Send the note and go on', keys: ['mod+enter'] }, () => undefined),
    run: async (context) => {
      const open = findTask()
      if (open === undefined) return undefined
      const { room, task } = open
      refuseLockedNote(room)
      const sent = await postNote(room, task)
      focusRoom()
      if (sent === undefined) return undefined
      step(1, context)
      return await perform(Promise.resolve(sent), {
        client: room.client,
        failedText: messages['comment-submit-failed'],
      })
    },
  },
  define({
    id: 'review.earlier-notes',
    title: 'Show or hide earlier notes',
    keys: ['e'],
    run: earlierNotes.toggle,
  }),
  changing({ id: 'review.remove', title: 'Remove from the review', keys: ['delete'] }, async ({ room, entry }) => {
    const { client, studio, review } = room
    return await perform(removeFromReview({ studio, review, entryIds: [entry.id] }, client), {
      client,
      failedText: 'It could not be removed from the review.',
      doneText: 'Removed from the review; the task stays',
    })
  }),
  changing({ id: 'review.show-newest', title: 'Show the newest revision', keys: [] }, async ({ room, entry }) => {
    const { client, studio, review, session } = room
    const change = { kind: 'set', id: entry.id, fields: { versionId: undefined } } as const
    const args = { sessionId: session.id, changes: [change], label: 'Show the newest revision' }
    const operation = client.mutate(changeReview, args, review, studio)
    return await perform(operation, { client, failedText: messages.unexpected })
  }),
]

type Open = { readonly room: RoomModel; readonly task: NonNullable<RoomEntry['task']> }

function findTask(): Open | undefined {
  const room = findRoom()
  const task = room?.shown?.task
  return room === undefined || task === undefined ? undefined : { room, task }
}

/** Gives the shown task a status and posts the note, undoable as one step. */
async function judge(statusId: StatusId): Promise<CommandOutcome> {
  const room = findRoom()
  if (room?.shown === undefined) return undefined
  const { client, studio, review, session, space, shown } = room
  const { task } = shown
  if (session.isLocked) throw new AppError('review-locked', messages['review-locked'])
  if (!studio.can('create')) throw new AppError('permission-denied', 'Your role may not judge, but you can add notes.')
  if (space === undefined || task === undefined) {
    showToast({ text: 'This shot has not loaded yet: nothing was judged.' })
    return undefined
  }
  if (task.isDisabled) throw new AppError('task-disabled', messages['task-disabled'])
  const note = await postNote(room, task)
  const status = room.statuses.find(({ id }) => id === statusId)
  return await performAll(
    [
      () => judgeEntry({ studio, review, entryId: shown.entry.id, statusId }, client),
      () => setTaskStatus({ on: space, taskIds: [task.id], statusId }, client),
      ...(note === undefined ? [] : [() => Promise.resolve(note)]),
    ],
    {
      client,
      failedText: messages['task-status-failed'],
      // In full screen the panel that shows the status is covered.
      doneText: isFullScreen() ? `${shown.item?.title}: ${status?.name}` : undefined,
    },
  )
}

function show(room: RoomModel, to: RoomEntry, { navigate }: CommandContext): void {
  const wasPlaying = (findPlayer()?.getState().shuttle ?? 0) !== 0
  findPlayer()?.pause()
  const together = togetherStore.find()
  const { isLeading, isInStep, state } = together?.get() ?? {}
  // Moving on one's own ends being in step.
  if (state !== undefined && isLeading === false && isInStep === true) together?.setInStep(false)
  goToEntry(room, to, navigate)
  // The next film is in view after the next render.
  if (wasPlaying) requestAnimationFrame(() => findPlayer()?.play(1))
}

function step(by: 1 | -1, context: CommandContext): void {
  const room = findRoom()
  if (room === undefined) return
  const to = room.entries[room.at + by]
  if (to !== undefined) show(room, to, context)
  else if (by === 1) {
    showToast({ text: `That was the last one: ${countJudged(room.entries)} of ${room.entries.length} judged` })
  }
}

type Named = Pick<Command, 'id' | 'title' | 'shadows'> & { readonly keys: readonly string[] }

function makeGoCommand(named: Named, by: 1 | -1): Command {
  return define({
    ...named,
    when: () => (findRoom()?.entries.length ?? 0) > 0,
    run: (context) => step(by, context),
  })
}

function noting(named: Named, act: (open: Open) => void): Command {
  return define({
    ...named,
    when: () => findTask()?.room.studio.can('comment') === true,
    run: () => {
      const open = findTask()
      if (open === undefined) return
      refuseLockedNote(open.room)
      findPlayer()?.pause()
      act(open)
    },
  })
}
