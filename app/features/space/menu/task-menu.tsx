import type { ReactElement } from 'react'
import { MenuAtPointer } from '#app/ui/menu-at-pointer.tsx'
import { useCommandMenu } from '#app/widgets/use-command-menu.ts'
import { spaceViewStore } from '../space-view-store.ts'

const taskMenu =
  'task.open task.peek - task.status-menu task.assign task.due task.priority task.estimate task.new-revision task.review - task.fill-empty item.rename item.omit - task.delete item.delete'.split(
    ' ',
  )
const spaceMenu = 'item.create grid.select-all - filter.toggle view.statuses view.time view.estimates'.split(' ')

/** What can be done with the chosen cells or cards, where one presses with the secondary button. */
export function TaskMenu({ children }: { readonly children: ReactElement }) {
  const list = useCommandMenu()
  return (
    <MenuAtPointer
      label="Tasks"
      getItems={() => list(spaceViewStore.selection.cells.size > 0 ? taskMenu : spaceMenu)}
      onClosed={focusAgain}
    >
      {children}
    </MenuAtPointer>
  )
}

function focusAgain(): void {
  document.querySelector<HTMLElement>('[data-cursor], [data-card][tabindex="0"]')?.focus()
}
