import { ListFilter } from 'lucide-react'
import type { ReactNode } from 'react'
import { summarizeFilter } from '#core/timeline/filter-summary.ts'
import type { FilterSource } from '#core/timeline/filter-kinds.ts'
import { FilterChip } from '#app/ui/filter-chip.tsx'
import { SearchField } from '#app/ui/search-field.tsx'
import { CommandButton } from '#app/widgets/command-button.tsx'
import type { ProjectContent } from '#app/widgets/project-content/project-content.ts'
import { SavedViews } from '#app/widgets/saved-views/saved-views.tsx'
import { readViewSource, type ListPage } from './commands-of-list.ts'
import styles from './project-list.module.css'

type ListBarProps<Id extends string> = {
  readonly page: ListPage<Id>
  readonly content: ProjectContent
  readonly title: string
  /** How many rows there are. */
  readonly count: ReactNode
  readonly placeholder: string
  readonly filterSource: FilterSource
  /** Further controls of the page, before the filter. */
  readonly children?: ReactNode
}

/** What a list shows and how; every control is a command. */
export function ListBar<Id extends string>(props: ListBarProps<Id>) {
  const { page, content, title, count, placeholder, filterSource, children } = props
  const { list, listSortable, listGroups } = page
  const { view, query, isFilterOpen } = list.store
  const sorted = listSortable().find(({ value }) => value === view.sort?.columnId)
  const grouped = listGroups().find(({ value }) => value === view.group)
  return (
    <header className={styles['bar']}>
      <h1 className={styles['title']}>{title}</h1>
      <output className={styles['count']}>{count}</output>
      <SearchField
        aria-label={`Find ${list.page}`}
        placeholder={placeholder}
        clearLabel="Show all again"
        value={query}
        onText={list.setQuery}
      />
      <SavedViews source={readViewSource(list, content)} prefix={page.viewPrefix} />
      {children}
      <CommandButton
        command={`${list.page}.filter`}
        aria-pressed={isFilterOpen}
        icon={<ListFilter aria-hidden="true" />}
        hasKeyHint={false}
      >
        Filter
      </CommandButton>
      <CommandButton command={`${list.page}.sort`} hasKeyHint={false}>
        {sorted === undefined
          ? 'By place'
          : `By ${sorted.label.toLowerCase()}${view.sort?.isDown === true ? ' ↓' : ''}`}
      </CommandButton>
      <CommandButton command={`${list.page}.group`} aria-pressed={grouped !== undefined} hasKeyHint={false}>
        {grouped === undefined ? 'Group…' : `Grouped by ${grouped.label.toLowerCase()}`}
      </CommandButton>
      <CommandButton command={`${list.page}.column`} hasKeyHint={false}>
        Columns…
      </CommandButton>
      {summarizeFilter(view.filter, 'tasks', filterSource).map(({ condition, label, values }) => (
        <FilterChip
          key={JSON.stringify(condition)}
          label={label}
          values={values}
          onRemove={() => list.setView({ filter: view.filter.filter((each) => each !== condition) })}
        />
      ))}
    </header>
  )
}
