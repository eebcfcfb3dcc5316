import type { ReactElement } from 'react'
import { MenuAtPointer } from '#app/ui/menu-at-pointer.tsx'
import type { BoardPage } from './board-page.ts'
import { useMenuItems } from './use-menu-items.ts'

type BoardMenuProps = { readonly page: BoardPage; readonly isDisabled: boolean; readonly children: ReactElement }

const objectMenu =
  'edit crop uncrop pick-color center-selected - forward backward front back - group ungroup lock opacity - duplicate export-png export-originals delete'.split(
    ' ',
  )
const boardMenu = 'text upload import-folder - select-all frame-all tidy - snap greyscale minimap'.split(' ')

/** The context menu of the board: actions for the selection, or for the board. */
export function BoardMenu({ page, isDisabled, children }: BoardMenuProps) {
  const { model } = page
  const list = useMenuItems(model)
  return (
    <MenuAtPointer
      label="Board menu"
      isDisabled={isDisabled}
      getItems={() => list(model.view.get().selection.size > 0 ? objectMenu : boardMenu)}
      onClosed={() => focusAgain(page)}
    >
      {children}
    </MenuAtPointer>
  )
}

function focusAgain({ model, focusObject, focusBoard }: BoardPage): void {
  const { focused } = model.view.get()
  if (focused === undefined) focusBoard()
  else focusObject(focused)
}
