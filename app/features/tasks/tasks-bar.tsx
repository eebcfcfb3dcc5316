import { ListFilter } from 'lucide-react'
import { summarizeFilter } from '#core/timeline/filter-summary.ts'
import { FilterChip } from '#app/ui/filter-chip.tsx'
import { SearchField } from '#app/ui/search-field.tsx'
import { CommandButton } from '#app/widgets/command-button.tsx'
import type { ProjectContent } from '#app/widgets/project-content/project-content.ts'
import { SavedViews } from '#app/widgets/saved-views/saved-views.tsx'
import type { ShownTasks } from './shown-tasks.ts'
import { listColumns } from './task-columns.ts'
import { readTaskFilterSource } from './task-filter.ts'
import { setTasksQuery, setTasksView, tasksStore } from './tasks-store.ts'
import { isMineOnly, readViewSource, viewPrefix } from './tasks-view-commands.ts'
import styles from './tasks.module.css'

type TasksBarProps = { readonly content: ProjectContent; readonly shown: ShownTasks }

/** What the list shows and how; every control is a command. */
export function TasksBar({ content, shown }: TasksBarProps) {
  const { view, query, isFilterOpen } = tasksStore
  const { rows, allCount, reader, counts } = shown
  const { done, late } = counts
  const columns = listColumns(reader.fields, view.columns)
  const nameOf = (id: string): string => columns.find((column) => column.id === id)?.name.toLowerCase() ?? 'item'
  return (
    <header className={styles['bar']}>
      <h1 className={styles['title']}>Tasks</h1>
      <output className={styles['count']}>
        {rows.length === allCount ? allCount : `${rows.length} of ${allCount}`} · {done} done
        {late > 0 && ` · ${late} late`}
      </output>
      <SearchField
        aria-label="Find tasks"
        placeholder="Item, stage, space…"
        clearLabel="Show all again"
        value={query}
        onText={setTasksQuery}
      />
      <SavedViews source={readViewSource(content)} prefix={viewPrefix} />
      <CommandButton command="tasks.mine" aria-pressed={isMineOnly(view.filter)} hasKeyHint={false}>
        Mine
      </CommandButton>
      <CommandButton
        command="tasks.filter"
        aria-pressed={isFilterOpen}
        icon={<ListFilter aria-hidden="true" />}
        hasKeyHint={false}
      >
        Filter
      </CommandButton>
      <CommandButton command="tasks.sort" hasKeyHint={false}>
        {view.sort === undefined ? 'By place' : `By ${nameOf(view.sort.columnId)}${view.sort.isDown ? ' ↓' : ''}`}
      </CommandButton>
      <CommandButton command="tasks.group" aria-pressed={view.group !== undefined} hasKeyHint={false}>
        {view.group === undefined
          ? 'Group…'
          : `Grouped by ${view.group === 'place' ? 'collection' : nameOf(view.group)}`}
      </CommandButton>
      <CommandButton command="tasks.column" hasKeyHint={false}>
        Columns…
      </CommandButton>
      {summarizeFilter(view.filter, 'tasks', readTaskFilterSource(content, reader)).map(
        ({ condition, label, values }) => (
          <FilterChip
            key={JSON.stringify(condition)}
            label={label}
            values={values}
            onRemove={() => setTasksView({ filter: view.filter.filter((each) => each !== condition) })}
          />
        ),
      )}
    </header>
  )
}
