import type { ReactNode } from 'react'
import type { FilterChange } from '#core/timeline/filter-cascade.ts'
import { MultiSelect } from '#app/ui/multi-select.tsx'
import type { Option } from '#app/ui/option-list.tsx'
import styles from './filter-panel.module.css'

export type FilterGroup = {
  readonly field: string
  readonly label: string
  readonly options: readonly Option[]
  /** The checked choices: those selected, and those implied by a selected parent. */
  readonly checked: readonly string[]
  /** The text when all are shown; `All statuses` and the like by default. */
  readonly allLabel?: string
  /** Whether an empty selection shows nothing; otherwise it shows everything. */
  readonly isNoneWhenEmpty?: boolean
}

type FilterPanelProps = {
  readonly groups: readonly FilterGroup[]
  /** The choices checked or cleared; the filter's rules apply the cascade. */
  readonly onChange: (changes: readonly FilterChange[]) => void
  /** Saving, clearing and other controls beside the groups. */
  readonly children?: ReactNode
}

/** Filters a view: one list per kind, each with search, All and None. */
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

/** Only listed choices can have been cleared. */
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
