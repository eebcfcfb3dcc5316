import { useState } from 'react'
import type { StatusRow } from '#core/schema/task-statuses.ts'
import type { StatusId } from '#core/lib/ids.ts'
import { OptionList } from '#app/ui/option-list.tsx'
import { Popover } from '#app/ui/popover.tsx'
import { StatusPill } from '#app/widgets/status-pill/status-pill.tsx'
import styles from './composer.module.css'

type StatusChoiceProps = {
  readonly statuses: readonly StatusRow[]
  readonly value: StatusId
  readonly onChange: (statusId: StatusId) => void
}

/** The status to post with; the task's own until another is chosen. Found by typing a name or a short code. */
export function StatusChoice({ statuses, value, onChange }: StatusChoiceProps) {
  const [isOpen, setOpen] = useState(false)
  const chosen = statuses.find((status) => status.id === value)
  return (
    <Popover
      label="Status with the post"
      isFlush
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={
        <button type="button" className={styles['status']} data-tooltip="Status with the post">
          <span className="visually-hidden">Status with the post: </span>
          {chosen === undefined ? 'Unchanged' : <StatusPill status={chosen} />}
        </button>
      }
    >
      <OptionList
        label="Status with the post"
        options={statuses.map((status) => ({
          value: status.id,
          label: status.name,
          keywords: status.shortCode,
          mark: <StatusPill status={{ ...status, name: status.shortCode }} />,
        }))}
        selected={[value]}
        isSearchable
        onPick={(statusId) => {
          setOpen(false)
          onChange(statusId)
        }}
      />
    </Popover>
  )
}
