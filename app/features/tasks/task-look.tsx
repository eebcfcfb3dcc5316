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
import { nameOfKind } from '#app/widgets/project-content/project-items.ts'
import { drawFieldCell } from '#app/widgets/project-list/field-cell.tsx'
import type { ListLook } from '#app/widgets/project-list/list-look.ts'
import shared from '#app/widgets/project-list/project-list.module.css'
import type { TaskListReader } from './task-reader.ts'
import type { TaskRow } from './task-rows.ts'
import styles from './tasks.module.css'

/** Returns how a project's tasks are drawn. */
export function makeTaskLook(reader: TaskListReader): ListLook<TaskRow> {
  return {
    label: 'Tasks of the project',
    title: 'Item',
    unsorted: ['place'],
    sizes: [32, 140],
    heights: [36, 58],
    isHeightOpen: false,
    classOfLine: styles['line'],
    picture: ({ place: { item } }) => <ThumbnailImage mediaId={pictureOf(item)} />,
    name: (row) => <Name row={row} waits={reader.describeWaits(row)} />,
    cell: (row, column) => {
      const { id, field } = column
      if (field !== undefined) {
        return drawFieldCell(column, { text: reader.textOf(field, row), value: reader.valueOf(field, row) })
      }
      // A column that is not a field's is one that every task has.
      const draw = cells[id as TaskColumnId]
      return { content: draw(row, reader), className: classNames(styles[id], id === 'place' && shared['place']) }
    },
    tally: ({ rows }) => `${rows.length} · ${rows.filter(({ status }) => status?.isDone === true).length} done`,
  }
}

function Name({ row: { place }, waits }: { readonly row: TaskRow; readonly waits: string | undefined }) {
  return (
    <>
      <ItemTitle title={place.item.title} item={place.item} />
      {waits !== undefined && (
        <span className={styles['wait']} data-tooltip={waits}>
          <span className="visually-hidden">{waits}</span>
        </span>
      )}
    </>
  )
}

const cells: { readonly [Id in TaskColumnId]: (row: TaskRow, reader: TaskListReader) => ReactNode } = {
  kind: ({ place: { item } }, { kinds }) => nameOfKind(item, kinds),
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
