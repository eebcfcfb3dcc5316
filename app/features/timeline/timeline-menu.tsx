import type { ReactElement } from 'react'
import { MenuAtPointer } from '#app/ui/menu-at-pointer.tsx'
import { useCommandMenu } from '#app/widgets/use-command-menu.ts'
import type { TimelineModel } from './model/timeline-model.ts'
import { timelineStore } from './timeline-store.ts'

const ids = (text: string): readonly string[] => text.split(' ')

const barMenu = ids(
  'timeline.open - timeline.status-menu timeline.move timeline.push timeline.remove - timeline.links timeline.toggle timeline.select-all - timeline.delete-item',
)
const queueMenu = ids(
  'timeline.open - timeline.status-menu timeline.plan timeline.move - timeline.fill-queue - timeline.delete-item',
)
const boardMenu = ids(
  'timeline.today timeline.zoom-compact timeline.zoom-normal timeline.zoom-expanded - timeline.queue timeline.filter timeline.color timeline.next-color timeline.links - timeline.fill-queue timeline.days-off timeline.export-calendar timeline.calendar-feed',
)

type TimelineMenuProps = { readonly model: TimelineModel; readonly children: ReactElement }

/** The menu of the task under the pointer, on the board or in the queue, or of the board. */
export function TimelineMenu({ model, children }: TimelineMenuProps) {
  const list = useCommandMenu()
  const getItems = () => {
    const { focus, selection } = timelineStore
    if (selection.size === 0 || focus === undefined) return list(boardMenu)
    return list(model.getLayout().findBar(focus) === undefined ? queueMenu : barMenu)
  }
  return (
    <MenuAtPointer label="Timeline" getItems={getItems} onClosed={focusAgain}>
      {children}
    </MenuAtPointer>
  )
}

function focusAgain(): void {
  const { focus } = timelineStore
  document
    .querySelector<HTMLElement>(focus === undefined ? '[data-timeline-board]' : `[data-block="${focus}"]`)
    ?.focus()
}
