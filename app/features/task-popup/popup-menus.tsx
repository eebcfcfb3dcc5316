import { useSyncExternalStore } from 'react'
import { runCommand } from '#app/commands/run-command.ts'
import { AssigneePicker } from '#app/widgets/assignee-picker/assignee-picker.tsx'
import { StatusMenu } from '#app/widgets/status-menu/status-menu.tsx'
import { DueDialog } from '#app/widgets/task-dialogs/due-dialog.tsx'
import { EstimateDialog } from '#app/widgets/task-dialogs/estimate-dialog.tsx'
import { PriorityMenu } from '#app/widgets/task-dialogs/priority-menu.tsx'
import { popupStore, setPopup, type PopupModel } from './popup-store.ts'

type PopupMenusProps = { readonly model: PopupModel }

/** The menus and dialogs that the header's keys open, each beside the value it changes. */
export function PopupMenus({ model }: PopupMenusProps) {
  const { menu } = useSyncExternalStore(popupStore.subscribe, popupStore.get)
  const { task } = model.selection
  const close = (): void => setPopup({ menu: undefined })
  if (menu === undefined || task === undefined) return null
  const pick = (value: string): void => void runCommand(`popup.choose-${menu}`, { args: [value] })
  switch (menu) {
    case 'status':
      return (
        <StatusMenu
          statuses={model.statuses}
          selected={task.statusId}
          findAnchor={findTab}
          onPick={pick}
          onClose={close}
        />
      )
    case 'assignee':
      return (
        <AssigneePicker
          members={model.studio.getMembers()}
          selected={task.assigneeId}
          findAnchor={() => findFact('popup.assign')}
          onPick={(userId) => pick(userId ?? '')}
          onClose={close}
        />
      )
    case 'priority':
      return (
        <PriorityMenu
          selected={task.priority}
          findAnchor={() => findFact('popup.priority')}
          onPick={pick}
          onClose={close}
        />
      )
    case 'due':
      return <DueDialog date={task.dueDate} onSet={pick} onClose={close} />
    case 'estimate':
      return <EstimateDialog hours={model.space.findEstimatedHours(task.id)} onSet={pick} onClose={close} />
  }
}

function findTab(): Element | null {
  return document.querySelector('#task-popup [role="tab"][data-state="active"]')
}

/** Finds where the header shows a value; the stage's tab if a board hides the header's values. */
function findFact(command: string): Element | null {
  return document.querySelector(`#task-popup [data-fact="${command}"]`) ?? findTab()
}
