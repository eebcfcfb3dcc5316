import type { ReactNode } from 'react'
import type { FilterChange } from '#core/timeline/filter-cascade.ts'
import { MultiSelect } from '#app/ui/multi-select.tsx'
import type { Option } from '#app/ui/option-list.tsx'
import styles from './filter-panel.module.css'

export type FilterGroup = {
  readonly field: string
  readonly label: string
  readonly options: readonly Option[]
  /** What is checked: what is chosen, and what a chosen parent stands for. */
  readonly checked: readonly string[]
  /** What it says where all are shown; `All statuses` and the like unless given. */
  readonly allLabel?: string
  /** Whether nothing chosen shows nothing; otherwise it shows everything. */
  readonly isNoneWhenEmpty?: boolean
}

type FilterPanelProps = {
  readonly groups: readonly FilterGroup[]
  /** What was checked or cleared; the cascade is the rules' own. */
  readonly onChange: (changes: readonly FilterChange[]) => void
  /** Saving and clearing, and what else belongs beside the groups. */
  readonly children?: ReactNode
}

/** What to narrow a view to: one list per kind, each with search, All and None. */
export function FilterPanel({ groups, onChange, children }: FilterPanelProps) {
  return (
    <section className={styles['panel']} aria-label="Filters">
      {groups.map(({ field, label, options, checked, allLabel, isNoneWhenEmpty }) => (
        <MultiSelect<string>
          key={field}
          label={label}
          allLabel={allLabel}
          isAllWhenEmpty={isNoneWhenEmpty !== true}
          options={options}
          selected={checked}
          onChange={(next) => onChange(diff({ field, before: checked, next, options }))}
        />
      ))}
      {children}
    </section>
  )
}

/** Only what the list offers can have been cleared in it. */
function diff(change: {
  readonly field: string
  readonly before: readonly string[]
  readonly next: readonly string[]
  readonly options: readonly Option[]
}): readonly FilterChange[] {
  const { field, before, next, options } = change
  const offered = new Set(options.map(({ value }) => value))
  const added = next.filter((id) => !before.includes(id))
  const removed = before.filter((id) => offered.has(id) && !next.includes(id))
  return [
    ...(added.length === 0 ? [] : [{ field, ids: added, isSelected: true }]),
    ...(removed.length === 0 ? [] : [{ field, ids: removed, isSelected: false }]),
  ]
}
