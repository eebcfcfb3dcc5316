import type { ReactNode } from 'react'
import { pictureOf } from '#core/schema/items.ts'
import { dueLabelOf } from '#core/tasks/due-label.ts'
import { formatEstimate } from '#core/tasks/estimate.ts'
import { nameOfPriority } from '#core/tasks/priorities.ts'
import type { TaskColumnId } from '#core/projects/list-view-form.ts'
import { avatarColorOf, initialsOf } from '#core/studios/palette.ts'
import { classNames } from '#app/lib/class-names.ts'
import { AvatarStack } from '#app/ui/avatar-stack.tsx'
import { ItemTitle } from '#app/widgets/item-title.tsx'
import { StatusPill } from '#app/widgets/status-pill/status-pill.tsx'
import { ThumbnailImage } from '#app/widgets/thumbnail/thumbnail-image.tsx'
import type { ListColumn } from '#app/widgets/project-list/list-columns.ts'
import shared from '#app/widgets/project-list/project-list.module.css'
import { lineId } from './shown-tasks.ts'
import type { TaskListReader } from './task-reader.ts'
import type { TaskRow } from './task-rows.ts'
import { focusTask, selectTasks, tasksStore, toggleTask } from './tasks-store.ts'
import styles from './tasks.module.css'

type TaskLineProps = {
  readonly row: TaskRow
  readonly reader: TaskListReader
  readonly columns: readonly ListColumn[]
  /** Pixels from the top of the list. */
  readonly top: number
  readonly index: number
  /** Among all tasks that are shown. */
  readonly place: { readonly at: number; readonly count: number }
  readonly measure: ((element: HTMLElement | null) => void) | undefined
}

/** One task of the list. A click focuses it; with Ctrl or Cmd it is chosen as well. */
export function TaskLine({ row, reader, columns, top, index, place, measure }: TaskLineProps) {
  const { focus, selected } = tasksStore
  const { task } = row
  const { item } = row.place
  const isSelected = selected.has(task.id)
  const waits = reader.describeWaits(row)
  return (
    // Keys are the list's: it has the focus and says which option is active.
    <div
      ref={measure}
      data-index={index}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- belongs to the list box around it
      role="option"
      id={lineId(task.id)}
      aria-selected={isSelected}
      aria-posinset={place.at + 1}
      aria-setsize={place.count}
      className={classNames(
        shared['line'],
        styles['line'],
        focus === task.id && styles['focused'],
        isSelected && classNames(shared['selected'], styles['selected']),
      )}
      style={{ transform: `translateY(${top}px)` }}
      onPointerDown={(event) => {
        if (event.ctrlKey || event.metaKey) toggleTask(task.id)
        else selectTasks([])
        focusTask(task.id)
      }}
    >
      <span className={classNames(shared['picture'], styles['picture'])} aria-hidden="true">
        <ThumbnailImage mediaId={pictureOf(item)} />
      </span>
      <span className={shared['name']}>
        <ItemTitle title={item.title} item={item} />
        {waits !== undefined && (
          <span className={styles['wait']} data-tooltip={waits}>
            <span className="visually-hidden">{waits}</span>
          </span>
        )}
      </span>
      {columns.map((column) => (
        <Cell key={column.id} row={row} reader={reader} column={column} />
      ))}
    </div>
  )
}

type CellProps = { readonly row: TaskRow; readonly reader: TaskListReader; readonly column: ListColumn }

function Cell({ row, reader, column: { id, name, field } }: CellProps) {
  if (field === undefined) {
    const draw = cells[id as TaskColumnId]
    return <span className={classNames(styles[id], id === 'place' && shared['place'])}>{draw(row, reader)}</span>
  }
  const text = reader.textOf(field, row)
  return (
    <span className={classNames(shared['field'], field.kind === 'number' && shared['number'])}>
      {text !== '' && <span className={shared['label']}>{name} </span>}
      {text}
    </span>
  )
}

const cells: { readonly [Id in TaskColumnId]: (row: TaskRow, reader: TaskListReader) => ReactNode } = {
  place: ({ place: { space, collection } }) =>
    collection.isDefault ? space.name : `${space.name} · ${collection.name}`,
  stage: ({ stage }) => stage.name,
  status: ({ status }) => status !== undefined && <StatusPill status={status} />,
  artist: ({ artists }, { members }) => <People ids={artists} members={members} />,
  due: ({ task, status }, { today }) => {
    if (task.dueDate === undefined || status?.isDone === true) return null
    const due = dueLabelOf(task.dueDate, today)
    return <span className={classNames(due.tone === 'late' && styles['late'])}>{due.text}</span>
  },
  estimate: ({ task, place }) => {
    const hours = place.replica.findEstimatedHours(task.id)
    return hours !== undefined && hours > 0 && formatEstimate(hours)
  },
  priority: ({ task }) => task.priority > 0 && nameOfPriority(task.priority),
}

type PeopleProps = { readonly ids: TaskRow['artists']; readonly members: TaskListReader['members'] }

function People({ ids, members }: PeopleProps) {
  const people = ids.flatMap((id) => {
    const name = members.find(({ userId }) => userId === id)?.displayName
    return name === undefined ? [] : [{ id, name, initials: initialsOf(name), color: avatarColorOf(id) }]
  })
  return <AvatarStack people={people} />
}
