import { toId, type UserId } from '#core/lib/ids.ts'
import { setTaskField } from '#core/tasks/set-task-field.ts'
import { defineWith, type Command } from '#app/commands/define-command.ts'
import { changeDraft, focusComposer, getDraft, openDraft } from '#app/widgets/comments/composer-store.ts'
import { findPlayer } from '#app/widgets/media-viewer/viewer-store.ts'
import { perform } from '#app/widgets/perform.ts'
import { canDictate, dictate } from './dictation.ts'
import { findLastNote, refuseLockedNote } from './room-note.ts'
import type { RoomModel } from './room-model.ts'
import { findRoom } from './room-store.ts'

const define = defineWith({ group: 'Review', scope: 'review' })

/** The commands for quick notes: repeat the last one, dictate, and assign the task. */
export const noteCommands: readonly Command[] = [
  define({
    id: 'review.same-note',
    title: 'The same note as before',
    keys: ['shift+s', '.'],
    keywords: ['repeat', 'again'],
    shadows: ['viewer.frame-on'],
    when: ({ source }) =>
      findTask() !== undefined && findLastNote() !== undefined && (source !== 'key' || isUntouched()),
    run: () => {
      const task = findTask()
      const room = findRoom()
      const said = findLastNote()
      if (room === undefined || task === undefined || said === undefined) return
      refuseLockedNote(room)
      openDraft(task.id)
      const { text } = getDraft(task.id)
      changeDraft(task.id, { text: text.trim() === '' ? said : `${text.trimEnd()}\n${said}` })
      focusComposer(task.id)
    },
  }),
  define({
    id: 'review.dictate',
    title: 'Say the note instead of typing it',
    keys: ['shift+m'],
    keywords: ['voice', 'speech', 'dictate', 'microphone'],
    when: () => canDictate() && findTask() !== undefined && findRoom()?.studio.can('comment') === true,
    run: () => {
      const task = findTask()
      const room = findRoom()
      if (room === undefined || task === undefined) return
      refuseLockedNote(room)
      findPlayer()?.pause()
      openDraft(task.id)
      dictate((heard) => {
        const { text } = getDraft(task.id)
        changeDraft(task.id, { text: text.trim() === '' ? heard : `${text.trimEnd()} ${heard}` })
      })
    },
  }),
  define({
    id: 'review.assign',
    title: 'Assign the task…',
    keys: ['a'],
    keywords: ['artist', 'give'],
    when: () => findTask() !== undefined && findRoom()?.studio.can('create') === true,
    args: [
      {
        id: 'person',
        placeholder: 'Artist',
        options: () => [
          { value: '', label: 'Nobody' },
          ...(findRoom()?.studio.getMembers() ?? []).map(({ userId, displayName }) => ({
            value: userId,
            label: displayName,
          })),
        ],
      },
    ],
    run: async (_context, [id = '']) => {
      const { client, space } = findRoom() ?? {}
      const task = findTask()
      if (client === undefined || space === undefined || task === undefined) return undefined
      const values = { all: id === '' ? undefined : toId<UserId>(id) }
      const assign = setTaskField({ space, taskIds: [task.id], field: 'assigneeId', values }, client)
      return await perform(assign, { client, failedText: 'The task could not be assigned.' })
    },
  }),
]

function findTask(): NonNullable<RoomModel['shown']>['task'] {
  return findRoom()?.shown?.task
}

/**
 * Returns whether the film is still where it came into view; otherwise the key that repeats a note means the next
 * frame.
 */
function isUntouched(): boolean {
  const player = findPlayer()
  return player === undefined || (player.countWishes() === 0 && player.getState().shuttle === 0)
}
