import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { dateInZone } from '#core/lib/calendar-date.ts'
import { kanbanMediaLoadLimit } from '#core/tasks/kanban.ts'
import type { SpacePresence } from '#core/sync/space-presence.ts'
import type { StatusId } from '#core/lib/ids.ts'
import { classNames } from '#app/lib/class-names.ts'
import type { MediaUrls } from '#app/widgets/media-urls.ts'
import { useStatusSheet } from '#app/widgets/status-pill/use-status-sheet.ts'
import { countTasks, targetTaskIds } from '../commands/targets.ts'
import { canTakeFocus } from '../grid/can-take-focus.ts'
import { retryFailedPicture } from '../model/retry-failed-picture.ts'
import type { SpaceModel } from '../model/space-model.ts'
import { groupByCell } from '../presence/others-on-cells.ts'
import { useOthers } from '../presence/use-others.ts'
import { useSpaceVersion } from '../model/use-space-version.ts'
import { spaceViewStore } from '../space-view-store.ts'
import type { Board } from './board.ts'
import type { CardContext } from './card-list.tsx'
import { KanbanColumn } from './kanban-column.tsx'
import { KanbanLanes } from './kanban-lanes.tsx'
import { makeLoadQueue } from './load-queue.ts'
import { useCardPointer, type CardPlace } from './use-card-pointer.ts'
import styles from './kanban.module.css'

type KanbanProps = {
  readonly model: SpaceModel
  readonly board: Board
  readonly mediaUrls: MediaUrls
  readonly presence: SpacePresence | undefined
}

/**
 * The tasks of the space as cards, one column per status, in lanes if wanted. It shares selection and commands with the
 * grid.
 */
export function Kanban({ model, board, mediaUrls, presence }: KanbanProps) {
  useSpaceVersion(model)
  const others = groupByCell(useOthers(presence), model.getPeople())
  useSyncExternalStore(mediaUrls.subscribe, mediaUrls.getVersion)
  useStatusSheet(model.getSheetStatuses())
  const root = useRef<HTMLDivElement>(null)
  // One queue for all cards of the kanban: the limit is not per column.
  const [queue] = useState(() => makeLoadQueue(kanbanMediaLoadLimit))
  const [today] = useState(() => dateInZone(Date.now(), Intl.DateTimeFormat().resolvedOptions().timeZone))
  const { handlers, target, setBadge } = useCardPointer(model, board, root)
  useFocusCursor(root)
  const { heldOver } = spaceViewStore
  const over: CardPlace | undefined = target ?? (heldOver && { statusId: heldOver, laneId: undefined })
  const [columns, lanes] = [board.getColumns(), board.getLanes()]
  const context: CardContext = { model, mediaUrls, queue, today, others }
  return (
    <div
      ref={root}
      className={classNames(styles['board'], lanes.length > 0 && styles['laned'])}
      data-moved-by-commands=""
      onErrorCapture={(event) => retryFailedPicture({ model, mediaUrls }, event)}
      {...handlers}
    >
      {lanes.length > 0 ? (
        <KanbanLanes columns={columns} lanes={lanes} over={over} context={context} />
      ) : (
        columns.map((column) => (
          <KanbanColumn
            key={column.status?.id ?? ''}
            column={column}
            context={context}
            isTarget={over !== undefined && over.statusId === column.status?.id}
          />
        ))
      )}
      <HeldCards model={model} heldOver={heldOver} />
      <div ref={setBadge} className={styles['badge']} hidden aria-hidden="true" />
    </div>
  )
}

/** Announces the marked column where held cards would land. */
function HeldCards({ model, heldOver }: { readonly model: SpaceModel; readonly heldOver: StatusId | undefined }) {
  const name = heldOver === undefined ? undefined : model.findStatus(heldOver)?.row.name
  return (
    <output className="visually-hidden">
      {name !== undefined && `${countTasks(targetTaskIds(model).length)} over ${name}. Enter drops, Esc cancels.`}
    </output>
  )
}

/** Moves the focus with the cursor, once its card is rendered. */
function useFocusCursor(root: React.RefObject<HTMLDivElement | null>): void {
  const { cursor } = spaceViewStore
  const seen = useRef(cursor)
  useEffect(() => {
    // A card that moved to another column is a new element: the old one took the focus with it.
    if (seen.current === cursor && document.activeElement !== document.body) return
    const card = root.current?.querySelector<HTMLElement>('[data-card][tabindex="0"]')
    if (card === null || card === undefined) return
    seen.current = cursor
    if (canTakeFocus()) card.focus({ preventScroll: true })
    card.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })
}
