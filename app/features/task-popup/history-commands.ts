import { defineWith, type Command } from '#app/commands/define-command.ts'
import { showHistory } from '#app/widgets/event-list/events-store.ts'
import { findPopup } from './popup-store.ts'

const define = defineWith({ group: 'Item', scope: 'popup', keywords: ['activity', 'changes', 'log', 'who'] })

/** The commands that open the history of the task or item in view. */
export const historyCommands: readonly Command[] = [
  define({
    id: 'popup.history',
    title: 'History of the task',
    keys: ['h'],
    when: () => findPopup() !== undefined,
    run: () => {
      const popup = findPopup()
      const task = popup?.tasks.find(({ id }) => id === popup.selection.task?.id)
      if (popup === undefined) return
      const { studio, row } = popup
      const filter = { studioId: studio.studioId, itemId: row.id, ...(task !== undefined && { taskId: task.id }) }
      showHistory({ filter, title: `History of ${[row.title, task?.title].filter(Boolean).join(' · ')}` })
    },
  }),
  define({
    id: 'popup.item-history',
    title: 'History of the item',
    keys: ['shift+h'],
    when: () => findPopup() !== undefined,
    run: () => {
      const popup = findPopup()
      if (popup === undefined) return
      const { studio, row } = popup
      showHistory({ filter: { studioId: studio.studioId, itemId: row.id }, title: `History of ${row.title}` })
    },
  }),
]
