import { deleteItems } from '#core/items/delete-items.ts'
import type { TaskId } from '#core/lib/ids.ts'
import { messages } from '#core/lib/messages.ts'
import { followersQuery, setFollowing } from '#core/tasks/followers.ts'
import { defineWith, reversible, type Command, type CommandOutcome } from '#app/commands/define-command.ts'
import { startEditing } from '#app/widgets/comments/composer-store.ts'
import { announceDone } from '#app/commands/announce-done.ts'
import { perform } from '#app/widgets/perform.ts'
import { toId, type CommentId } from '#core/lib/ids.ts'
import { closePopup, findPopup, setPopup, type PopupModel } from './popup-store.ts'

const define = defineWith({ group: 'Item', scope: 'popup' })

/** The commands that follow the task in view, and those of its menu beyond the popup's own. */
export const taskActions: readonly Command[] = [
  define({
    id: 'popup.follow',
    title: 'Follow the task, or stop following',
    keys: ['b'],
    keywords: ['notify', 'bell', 'watch', 'unfollow', 'subscribe'],
    when: () => findPopup()?.selection.task !== undefined,
    run: async () => {
      const model = findPopup()
      const taskId = model?.selection.task?.id
      return model === undefined || taskId === undefined ? undefined : await toggleFollowing(model, taskId)
    },
  }),
  define({
    id: 'popup.begin-edit',
    title: 'Change this comment',
    isKeyOnly: true,
    run: (_context, [commentId]) => {
      if (commentId !== undefined) startEditing(toId<CommentId>(commentId))
    },
  }),
  define({
    id: 'popup.delete-item',
    title: 'Delete item…',
    keys: ['mod+delete', 'mod+backspace'],
    needs: 'delete',
    when: () => findPopup()?.studio.can('delete') === true,
    // Asks first; the answer runs the command again.
    run: async (_context, [answer]) => {
      const model = findPopup()
      setPopup({ isDeletingItem: answer === undefined })
      if (answer !== 'yes' || model === undefined) return undefined
      const { client, studio, space, row } = model
      closePopup()
      const deletion = deleteItems({ studio, space, itemIds: [row.id] }, client)
      return await perform(deletion, { client, failedText: messages.unexpected, doneText: 'Item deleted' })
    },
  }),
]

async function toggleFollowing({ client, studio }: PopupModel, taskId: TaskId): Promise<CommandOutcome> {
  const question = followersQuery({ studioId: studio.studioId, taskId })
  const set = async (isFollowing: boolean): Promise<void> => {
    const followers = await setFollowing({ taskId, isFollowing }, client)
    client.pages.patch(question, () => followers)
  }
  const known = client.pages.get(question).rows
  const isFollowing = known.every(({ userId }) => userId !== client.userId)
  await set(isFollowing)
  const text = isFollowing ? 'You follow this task and are notified of its changes.' : 'You no longer follow this task.'
  announceDone({ text, kind: 'success', act: `follow-${taskId}` })
  return reversible(isFollowing ? 'Follow a task' : 'Stop following a task', {
    apply: async () => await set(isFollowing),
    undo: async () => await set(!isFollowing),
  })
}
