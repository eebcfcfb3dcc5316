import { priorities } from '#core/tasks/priorities.ts'
import { AnchoredList } from '../anchored-list.tsx'

type PriorityMenuProps = {
  /** The priority in common, where there is one. */
  readonly selected: number | undefined
  readonly findAnchor: () => Element | null
  readonly onPick: (value: string) => void
  readonly onClose: () => void
}

/** The priorities people choose from. */
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
