import type { ReactNode } from 'react'
import type { FilterChange, FilterKind, FilterSelection } from '#core/domain/filter-cascade.ts'
import { MultiSelect } from '#app/ui/multi-select.tsx'
import type { Option } from '#app/ui/option-list.tsx'
import styles from './filter-panel.module.css'

export type FilterGroup = {
  readonly kind: FilterKind
  readonly label: string
  readonly options: readonly Option[]
}

type FilterPanelProps = {
  readonly groups: readonly FilterGroup[]
  readonly filter: FilterSelection
  /** What was checked or cleared; the cascade is the rules' own. */
  readonly onChange: (changes: readonly FilterChange[]) => void
  /** Saving and clearing, and what else belongs beside the groups. */
  readonly children?: ReactNode
}

/** What to narrow a view to: one list per kind, each with search, All and None. */
export function FilterPanel({ groups, filter, onChange, children }: FilterPanelProps) {
  return (
    <section className={styles['panel']} aria-label="Filters">
      {groups.map(({ kind, label, options }) => (
        <MultiSelect<string>
          key={kind}
          label={label}
          options={options}
          selected={filter[kind]}
          onChange={(next) => onChange(diff({ kind, before: filter[kind], next, options }))}
        />
      ))}
      {children}
    </section>
  )
}

/** Only what the list offers can have been cleared in it. */
function diff(change: {
  readonly kind: FilterKind
  readonly before: readonly string[]
  readonly next: readonly string[]
  readonly options: readonly Option[]
}): readonly FilterChange[] {
  const { kind, before, next, options } = change
  const offered = new Set(options.map(({ value }) => value))
  const added = next.filter((id) => !before.includes(id))
  const removed = before.filter((id) => offered.has(id) && !next.includes(id))
  return [
    ...(added.length === 0 ? [] : [{ kind, ids: added, isSelected: true }]),
    ...(removed.length === 0 ? [] : [{ kind, ids: removed, isSelected: false }]),
  ]
}
