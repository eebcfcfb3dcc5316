import type { ReactElement } from 'react'
import { itemFlags } from '#core/schema/item-flags.ts'
import { MenuAtPointer } from '#app/ui/menu-at-pointer.tsx'
import type { MenuItem } from '#app/ui/menu-items.tsx'
import { useCommandMenu } from '#app/widgets/use-command-menu.ts'
import type { SpaceModel } from '../model/space-model.ts'
import { setMenuPlace, spaceViewStore } from '../space-view-store.ts'

const ids = (text: string): readonly string[] => text.split(' ')

const flags = itemFlags.map(({ command }) => command.id).join(' ')
const taskMenu = ids(
  `task.open task.peek - task.status-menu task.assign task.due task.priority task.estimate task.field task.new-revision task.review - task.fill-empty item.rename ${flags} - task.delete item.delete`,
)
const collectionMenu = ids(
  'collection.rename collection.move collection.collapse collection.collapse-all - task.status-menu task.assign task.due task.priority task.estimate task.fill-empty task.review - collection.delete',
)
const columnPlaces =
  'column.pin column.move-left column.move-right column.wider column.narrower column.fit column.reset-width'
const columnMenu = ids(
  `column.sort-up column.sort-down column.unsort - task.status-menu task.assign task.due task.priority task.estimate task.fill-empty task.review - ${columnPlaces} - column.task-fields column.hide column.show-all`,
)
const fieldMenu = ids(
  `column.sort-up column.sort-down column.unsort - column.group grid.ungroup column.total - field.clear - ${columnPlaces} - column.hide column.show-all`,
)
const spaceMenu = ids(
  'item.create grid.select-all - filter.toggle grid.group grid.ungroup view.statuses view.time view.estimates kanban.lanes - column.show-all collection.collapse-all',
)

type TaskMenuProps = { readonly model: SpaceModel; readonly children: ReactElement }

/** The context menu of what is under the pointer: selected cells or cards, a heading, or the space. */
export function TaskMenu({ model, children }: TaskMenuProps) {
  const list = useCommandMenu()
  const getItems = (): readonly MenuItem[] => {
    const { menuPlace, selection } = spaceViewStore
    if (menuPlace?.kind === 'collection') return list(collectionMenu)
    if (menuPlace?.kind === 'column') return list(model.findField(menuPlace.id) === undefined ? columnMenu : fieldMenu)
    return list(selection.cells.size > 0 ? taskMenu : spaceMenu)
  }
  return (
    <MenuAtPointer
      label={nameOf(model)}
      getItems={getItems}
      onLeave={() => setMenuPlace(undefined)}
      onClosed={focusAgain}
    >
      {children}
    </MenuAtPointer>
  )
}

function nameOf({ space, findColumn }: SpaceModel): string {
  const { menuPlace, selection } = spaceViewStore
  if (menuPlace?.kind === 'collection') return space.replica.find('collections', menuPlace.id)?.name ?? 'Collection'
  if (menuPlace?.kind === 'column') {
    return findColumn(menuPlace.id)?.name ?? 'Column'
  }
  return selection.cells.size > 0 ? 'Tasks' : 'Space'
}

function focusAgain(): void {
  document.querySelector<HTMLElement>('[data-cursor], [data-card][tabindex="0"]')?.focus()
}
