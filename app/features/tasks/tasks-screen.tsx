import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, type CSSProperties } from 'react'
import { useSnapshot } from 'valtio'
import { dateInZone, type CalendarDate } from '#core/lib/calendar-date.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import { useNow } from '#app/hooks/use-now.ts'
import { useCommands } from '#app/commands/use-commands.ts'
import { useScope } from '#app/commands/use-scope.ts'
import type { RouteParams } from '#app/routes.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { FilterChip } from '#app/ui/filter-chip.tsx'
import { SearchField } from '#app/ui/search-field.tsx'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { ProjectContentFrame } from '#app/widgets/project-content/project-content-frame.tsx'
import type { ProjectContent } from '#app/widgets/project-content/project-content.ts'
import { useProjectContent } from '#app/widgets/project-content/use-project-content.ts'
import { TaskLine } from './task-line.tsx'
import { listProjectTaskFields, showTasks } from './task-fields.ts'
import { TaskHeader } from './task-header.tsx'
import { countTasks, listTasks, type TaskRow, type TaskSort } from './task-rows.ts'
import { sortTitles, tasksCommands } from './tasks-commands.ts'
import { resetTasks, setTasksView, tasksStore, toggleTasksFilter } from './tasks-store.ts'
import styles from './tasks.module.css'

type TasksScreenProps = { readonly params: RouteParams }

/** Every task of a project as one list. */
export function TasksScreen({ params }: TasksScreenProps) {
  useCommands(tasksCommands)
  useScope('tasks')
  const { projectSlug } = params
  useEffect(() => resetTasks, [projectSlug])
  const view = useProjectContent(params)
  return (
    <ProjectContentFrame view={view} title="Tasks">
      {(content) => <Tasks content={content} />}
    </ProjectContentFrame>
  )
}

function Tasks({ content }: { readonly content: ProjectContent }) {
  const view = useSnapshot(tasksStore)
  const all = listTasks(content)
  const fields = listProjectTaskFields(content)
  const rows = showTasks(content, view)
  const today = dateInZone(useNow(), Intl.DateTimeFormat().resolvedOptions().timeZone)
  return (
    <div className={styles['page']}>
      <TasksBar content={content} rows={rows} allCount={all.length} today={today} />
      {rows.length > 0 ? (
        <TaskList content={content} rows={rows} today={today} fields={fields} />
      ) : all.length === 0 ? (
        <EmptyState title="No tasks yet" text="Tasks come with the items of a space.">
          <CommandButton command="go.spaces">To the spaces</CommandButton>
        </EmptyState>
      ) : (
        <EmptyState title="No task is like this" text="Nothing passes what the list is narrowed to.">
          <CommandButton command="tasks.clear-filter">Show all tasks</CommandButton>
        </EmptyState>
      )}
    </div>
  )
}

type TasksBarProps = {
  readonly content: ProjectContent
  readonly rows: readonly TaskRow[]
  readonly allCount: number
  readonly today: CalendarDate
}

function TasksBar({ content, rows, allCount, today }: TasksBarProps) {
  const { query, isMineOnly, sort } = useSnapshot(tasksStore)
  const { done, late } = countTasks(rows, today)
  return (
    <header className={styles['bar']}>
      <h1 className={styles['title']}>Tasks</h1>
      <output className={styles['count']}>
        {rows.length < allCount ? `${rows.length} of ${allCount}` : allCount} · {done} done
        {late > 0 && ` · ${late} late`}
      </output>
      <SearchField
        aria-label="Find tasks"
        placeholder="Item, stage, space…"
        clearLabel="Show all again"
        value={query}
        onText={(text) => setTasksView({ query: text })}
      />
      <CommandButton command="tasks.mine" aria-pressed={isMineOnly} hasKeyHint={false}>
        Mine
      </CommandButton>
      <CommandButton command="tasks.filter-status" hasKeyHint={false}>
        Status…
      </CommandButton>
      <CommandButton command="tasks.filter-stage" hasKeyHint={false}>
        Stage…
      </CommandButton>
      <CommandButton command="tasks.filter-artist" hasKeyHint={false}>
        Artist…
      </CommandButton>
      <CommandButton command="tasks.filter-where" hasKeyHint={false}>
        Where…
      </CommandButton>
      <CommandButton command="tasks.sort" hasKeyHint={false}>
        By{' '}
        {(content.studio.replica.find('field_definitions', sort)?.name ?? sortTitles[sort as TaskSort]).toLowerCase()}
      </CommandButton>
      <Chips content={content} />
    </header>
  )
}

type TaskListProps = Pick<TasksBarProps, 'content' | 'rows' | 'today'> & { readonly fields: readonly FieldDefinition[] }

function TaskList({ content, rows, today, fields }: TaskListProps) {
  const { focus } = useSnapshot(tasksStore)
  const scroller = useRef<HTMLDivElement>(null)
  // oxlint-disable-next-line react/incompatible-library -- no compiler memoises this component
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 36,
    overscan: 12,
  })
  const at = rows.findIndex(({ task }) => task.id === focus)
  useEffect(() => {
    if (at >= 0) virtualizer.scrollToIndex(at)
  }, [at, virtualizer])
  useEffect(() => scroller.current?.focus({ preventScroll: true }), [])
  return (
    <div className={styles['columns']} style={{ '--field-count': fields.length } as CSSProperties}>
      {fields.length > 0 && <TaskHeader fields={fields} />}
      <div
        ref={scroller}
        className={styles['scroller']}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a native list box cannot hold pictures and pills
        role="listbox"
        aria-label="Tasks of the project"
        aria-multiselectable="true"
        aria-activedescendant={at < 0 ? undefined : `task-${focus}`}
        tabIndex={0}
      >
        <div role="presentation" style={{ blockSize: virtualizer.getTotalSize(), position: 'relative' }}>
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const row = rows[index]
            if (row === undefined) return null
            return (
              <TaskLine
                key={row.task.id}
                row={row}
                top={start}
                place={{ index, count: rows.length }}
                today={today}
                members={content.studio.getMembers()}
                fields={fields}
              />
            )
          })}
        </div>
      </div>
    </div>
  )
}

function Chips({ content }: { readonly content: ProjectContent }) {
  const { statusIds, stageIds, artistIds, condition } = useSnapshot(tasksStore)
  const { replica } = content.studio
  const chips = [
    {
      list: 'statusIds',
      label: 'Status',
      ids: statusIds,
      nameOf: (id: string) => replica.find('task_statuses', id)?.name,
    },
    { list: 'stageIds', label: 'Stage', ids: stageIds, nameOf: (id: string) => replica.find('stages', id)?.name },
    {
      list: 'artistIds',
      label: 'Artist',
      ids: artistIds,
      nameOf: (id: string) => replica.find('studio_members', id)?.displayName,
    },
  ] as const
  return (
    <>
      {chips.map(({ list, label, ids, nameOf }) =>
        ids.length === 0 ? null : (
          <FilterChip
            key={list}
            label={label}
            values={ids.map((id) => nameOf(id) ?? 'gone').join(', ')}
            onRemove={() => {
              for (const id of ids) toggleTasksFilter(list, id)
            }}
          />
        ),
      )}
      {condition !== '' && (
        <FilterChip label="Where" values={condition} onRemove={() => setTasksView({ condition: '' })} />
      )}
    </>
  )
}
