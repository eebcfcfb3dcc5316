import type { StatusRow } from '#core/schema/task-statuses.ts'
import type { StatusId } from '#core/lib/ids.ts'
import { Menu } from '#app/ui/menu.tsx'
import { StatusPill } from '#app/widgets/status-pill/status-pill.tsx'
import styles from './composer.module.css'

type StatusChoiceProps = {
  readonly statuses: readonly StatusRow[]
  readonly value: StatusId
  readonly onChange: (statusId: StatusId) => void
}

/** The status that goes with a post; the task's own until another is chosen. */
export function StatusChoice({ statuses, value, onChange }: StatusChoiceProps) {
  const chosen = statuses.find((status) => status.id === value)
  return (
    <Menu
      isRoomy
      trigger={
        <button type="button" className={styles['status']} data-tooltip="Status with the post">
          <span className="visually-hidden">Status with the post: </span>
          {chosen === undefined ? 'Unknown' : <StatusPill status={chosen} />}
        </button>
      }
      items={statuses.map((status) => ({
        kind: 'action',
        id: status.id,
        label: status.name,
        icon: <StatusPill status={{ ...status, name: status.shortCode }} />,
        isChecked: status.id === value,
        onSelect: () => onChange(status.id),
      }))}
    />
  )
}
