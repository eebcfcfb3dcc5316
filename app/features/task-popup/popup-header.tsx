import { ChevronDown, ChevronUp, Columns2, Pencil, X } from 'lucide-react'
import { Tabs } from 'radix-ui'
import { useSyncExternalStore } from 'react'
import type { PopupModel } from './popup-store.ts'
import type { PopupTask } from './resolve-popup.ts'
import { CommandIconButton } from '#app/widgets/command-icon-button.tsx'
import { ItemTitle } from '#app/widgets/item-title.tsx'
import { IconButton } from '#app/ui/icon-button.tsx'
import { findComparable, listComparables } from './comparables.ts'
import { closePopup, popupStore } from './popup-store.ts'
import styles from './popup-header.module.css'
import { useNow } from '#app/hooks/use-now.ts'
import { VersionMenu } from './version-menu.tsx'

type PopupHeaderProps = { readonly model: PopupModel }

/** The item in view with its stages and version, and the buttons to move on or close. */
export function PopupHeader({ model }: PopupHeaderProps) {
  const { row, tasks, selection, neighbours, studio } = model
  const kind = row.kindId === undefined ? undefined : studio.replica.find('item_kinds', row.kindId)
  const now = useNow()
  return (
    <header className={styles['header']}>
      {/* The dialog's own heading tells assistive technology. */}
      <p className={styles['name']}>
        <span className={styles['title']}>
          <ItemTitle title={row.title} item={row} />
        </span>
        {/* Most items are shots, so a shot's kind is not shown. */}
        {kind !== undefined && kind.itemType !== 'shot' && <span className={styles['kind']}>{kind.name}</span>}
        {row.description !== '' && <span className={styles['description']}>{row.description}</span>}
      </p>
      <Tabs.List className={styles['tabs']} aria-label="Stages">
        {tasks.map((task, index) => (
          <Tabs.Trigger
            key={task.id}
            value={task.id}
            data-task={task.id}
            className={styles['tab']}
            ref={task.id === selection.task?.id ? showTab : undefined}
            data-tooltip-keys={index < 9 ? String(index + 1) : undefined}
          >
            <StatusDot model={model} task={task} />
            {task.title}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      <div className={styles['tools']}>
        {selection.versions.length > 0 && <VersionMenu selection={selection} now={now} />}
        <PictureTools model={model} />
        <CommandIconButton
          command="popup.previous-item"
          isDisabled={neighbours.previous === undefined}
          icon={<ChevronUp aria-hidden="true" />}
        />
        <CommandIconButton
          command="popup.next-item"
          isDisabled={neighbours.next === undefined}
          icon={<ChevronDown aria-hidden="true" />}
        />
        <IconButton label="Close" keys="Esc" icon={<X aria-hidden="true" />} onClick={closePopup} />
      </div>
    </header>
  )
}

/** The actions on the film or picture in view. */
function PictureTools({ model }: PopupHeaderProps) {
  const { comparedTo } = useSyncExternalStore(popupStore.subscribe, popupStore.get)
  if (findComparable(model) === undefined) return null
  return (
    <>
      {listComparables(model).length > 0 && (
        <CommandIconButton
          command="popup.compare"
          aria-pressed={comparedTo !== undefined}
          icon={<Columns2 aria-hidden="true" />}
        />
      )}
      {model.studio.can('comment') && <CommandIconButton command="viewer.draw" icon={<Pencil aria-hidden="true" />} />}
    </>
  )
}

/** Scrolls the open stage's tab into view, if not all tabs fit. */
function showTab(tab: HTMLElement | null): void {
  tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

function StatusDot({ model, task }: PopupHeaderProps & { readonly task: PopupTask }) {
  const status =
    model.statuses.find(({ id }) => id === task.statusId) ?? model.studio.replica.find('task_statuses', task.statusId)
  return (
    <>
      <span className={styles['dot']} style={{ backgroundColor: status?.color }} data-tooltip={status?.name} />
      <span className="visually-hidden">{`${status?.name ?? 'Unknown'}: `}</span>
    </>
  )
}
