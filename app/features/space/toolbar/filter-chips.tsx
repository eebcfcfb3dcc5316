import { X } from 'lucide-react'
import { summarizeFilter } from '../model/filter-summary.ts'
import type { SpaceModel } from '../model/space-model.ts'
import { setFilter, spaceViewStore } from '../space-view-store.ts'
import styles from './toolbar.module.css'

type FilterChipsProps = { readonly model: SpaceModel }

/** What the filter narrows to; a press takes one kind away. */
export function FilterChips({ model }: FilterChipsProps) {
  const { filter } = spaceViewStore
  return summarizeFilter(filter, model).map(({ kind, label, values }) => (
    <button
      key={kind}
      type="button"
      className={styles['chip']}
      aria-label={`${label}: ${values}. Remove this filter`}
      onClick={() => setFilter({ ...filter, [kind]: [] })}
    >
      <span className={styles['chipText']}>
        {label}: {values}
      </span>
      <X aria-hidden="true" />
    </button>
  ))
}
