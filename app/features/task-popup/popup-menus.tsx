import { useSyncExternalStore } from 'react'
import { runCommand } from '#app/commands/run-command.ts'
import { AssigneePicker } from '#app/widgets/assignee-picker/assignee-picker.tsx'
import { StatusMenu } from '#app/widgets/status-menu/status-menu.tsx'
import { popupStore, setPopup, type PopupModel } from './popup-store.ts'

type PopupMenusProps = { readonly model: PopupModel }

/** The lists that keys open: the task's status, and whose it is. */
export function PopupMenus({ model }: PopupMenusProps) {
  const { menu } = useSyncExternalStore(popupStore.subscribe, popupStore.get)
  const { task } = model.selection
  const close = (): void => setPopup({ menu: undefined })
  if (menu === undefined || task === undefined) return null
  if (menu === 'status') {
    return (
      <StatusMenu
        statuses={model.statuses}
        selected={task.statusId}
        findAnchor={findTab}
        onPick={(statusId) => void runCommand('popup.choose-status', { args: [statusId] })}
        onClose={close}
      />
    )
  }
  return (
    <AssigneePicker
      members={model.studio.getMembers()}
      selected={task.assigneeId}
      findAnchor={findTab}
      onPick={(userId) => void runCommand('popup.choose-assignee', { args: [userId ?? ''] })}
      onClose={close}
    />
  )
}

function findTab(): Element | null {
  return document.querySelector('#task-popup [role="tab"][data-state="active"]')
}
