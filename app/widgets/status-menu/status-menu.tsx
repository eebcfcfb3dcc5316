import type { StatusRow } from '#core/schema/task-statuses.ts'
import type { StatusId } from '#core/lib/ids.ts'
import { StatusPill } from '#app/widgets/status-pill/status-pill.tsx'
import { AnchoredList } from '../anchored-list.tsx'

type StatusMenuProps = {
  readonly statuses: readonly StatusRow[]
  /** The common status, if there is one. */
  readonly selected: StatusId | undefined
  readonly findAnchor: () => Element | null
  readonly onPick: (id: StatusId) => void
  readonly onClose: () => void
}

/** The statuses of a space, found by typing a name or a short code. */
export function StatusMenu({ statuses, selected, findAnchor, onPick, onClose }: StatusMenuProps) {
  return (
    <AnchoredList
      label="Set status"
      options={statuses.map((status, index) => ({
        value: status.id,
        label: status.name,
        keywords: status.shortCode,
        mark: <StatusPill status={status} />,
        detail: index < 9 ? String(index + 1) : undefined,
      }))}
      selected={selected === undefined ? [] : [selected]}
      findAnchor={findAnchor}
      onPick={onPick}
      onClose={onClose}
    />
  )
}
