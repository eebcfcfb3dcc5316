import type { TaskId } from '#core/lib/ids.ts'
import { defineCommand } from '#app/commands/define-command.ts'
import { readPopup, toTaskAddress, withPopup } from '#app/lib/popup-address.ts'
import { clientStore } from '#app/stores/client-store.ts'
import { addCheckedFiles } from '#app/widgets/comments/add-files.ts'
import { changeDraft, openDraft } from '#app/widgets/comments/composer-store.ts'
import { findItemOptions, findTasks } from './find-tasks.ts'
import { closeShare, shareStore } from './share-store.ts'

const group = 'Shared files'
const hasFiles = (): boolean => (shareStore.files?.list.length ?? 0) > 0

/** The commands for files shared from another program. */
export const shareCommands = [
  defineCommand({
    id: 'share.attach',
    title: 'Attach the shared files to a task…',
    group,
    scope: 'global',
    args: [
      {
        id: 'item',
        placeholder: 'Which item? Type its name',
        options: async (_context, _chosen, query) => await findItemOptions(query),
      },
      {
        id: 'task',
        placeholder: 'Which task?',
        options: async (_context, [address = '']) =>
          (await findTasks(address)).map(({ id, title }) => ({ value: id, label: title })),
      },
    ],
    when: () => hasFiles() && clientStore.get().studio !== undefined,
    run: async ({ navigate }, [address = '', taskId]) => {
      const task = (await findTasks(address)).find(({ id }) => id === taskId)
      if (task === undefined) return
      await attach(
        task.id,
        (shareStore.files?.list ?? []).map(({ file }) => file),
      )
      const [path = '', search = ''] = address.split('?')
      const item = readPopup(search)?.item ?? ''
      navigate(`${path}${withPopup('', { item, task: toTaskAddress(task.title) })}&openRevisions=true`)
    },
  }),
  defineCommand({
    id: 'share.discard',
    title: 'Discard the shared files',
    group,
    scope: 'global',
    when: hasFiles,
    run: closeShare,
  }),
]

/** Adds the files to a task's revision form, which sends them. */
async function attach(taskId: TaskId, files: readonly File[]): Promise<void> {
  openDraft(taskId)
  changeDraft(taskId, { mode: 'revision' })
  await addCheckedFiles(taskId, files)
  await closeShare()
}
