import { priorities } from '#core/tasks/priorities.ts'
import { AnchoredList } from '../anchored-list.tsx'

type PriorityMenuProps = {
  /** The common priority, if there is one. */
  readonly selected: number | undefined
  readonly findAnchor: () => Element | null
  readonly onPick: (value: string) => void
  readonly onClose: () => void
}

/** A menu of priorities. */
export function PriorityMenu({ selected, findAnchor, onPick, onClose }: PriorityMenuProps) {
  return (
    <AnchoredList<string>
      label="Set priority"
      options={priorities.map(({ value, label }) => ({ value: String(value), label }))}
      selected={selected === undefined ? [] : [String(selected)]}
      findAnchor={findAnchor}
      onPick={onPick}
      onClose={onClose}
    />
  )
}
