import { useSnapshot } from 'valtio'
import { formatField } from '#core/fields/field-text.ts'
import type { CalendarDate } from '#core/lib/calendar-date.ts'
import { pictureOf } from '#core/schema/items.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { MemberRow } from '#core/schema/studio-members.ts'
import { dueLabelOf } from '#core/tasks/due-label.ts'
import { nameOfPriority } from '#core/tasks/priorities.ts'
import { avatarColorOf, initialsOf } from '#core/studios/palette.ts'
import { classNames } from '#app/lib/class-names.ts'
import { AvatarStack } from '#app/ui/avatar-stack.tsx'
import { ItemTitle } from '#app/widgets/item-title.tsx'
import { StatusPill } from '#app/widgets/status-pill/status-pill.tsx'
import { ThumbnailImage } from '#app/widgets/thumbnail/thumbnail-image.tsx'
import type { TaskRow } from './task-rows.ts'
import { focusTask, selectTasks, tasksStore, toggleTask } from './tasks-store.ts'
import styles from './tasks.module.css'

type TaskLineProps = {
  readonly row: TaskRow
  /** Pixels from the top of the list. */
  readonly top: number
  readonly place: { readonly index: number; readonly count: number }
  readonly today: CalendarDate
  readonly members: readonly MemberRow[]
  readonly fields: readonly FieldDefinition[]
}

/** One task of the list. A click focuses it; with Ctrl or Cmd it is chosen as well. */
export function TaskLine({ row, top, place, today, members, fields }: TaskLineProps) {
  const { focus, selected } = useSnapshot(tasksStore)
  const { task, stage, status } = row
  const { item, collection, space } = row.place
  const isSelected = selected.has(task.id)
  const due = task.dueDate === undefined || status?.isDone === true ? undefined : dueLabelOf(task.dueDate, today)
  const people = row.artists.flatMap((id) => {
    const name = members.find(({ userId }) => userId === id)?.displayName
    return name === undefined ? [] : [{ id, name, initials: initialsOf(name), color: avatarColorOf(id) }]
  })
  return (
    // Keys are the list's: it has the focus and says which option is active.
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- belongs to the list box around it
      role="option"
      id={`task-${task.id}`}
      aria-selected={isSelected}
      aria-posinset={place.index + 1}
      aria-setsize={place.count}
      className={classNames(styles['line'], focus === task.id && styles['focused'], isSelected && styles['selected'])}
      style={{ transform: `translateY(${top}px)` }}
      onPointerDown={(event) => {
        if (event.ctrlKey || event.metaKey) toggleTask(task.id)
        else selectTasks([])
        focusTask(task.id)
      }}
    >
      <span className={styles['picture']} aria-hidden="true">
        <ThumbnailImage mediaId={pictureOf(item)} />
      </span>
      <span className={styles['name']}>
        <ItemTitle title={item.title} item={item} />
      </span>
      <span className={styles['where']}>
        {space.name}
        {collection.isDefault ? '' : ` · ${collection.name}`}
      </span>
      <span className={styles['stage']}>{stage.name}</span>
      <span className={styles['status']}>{status !== undefined && <StatusPill status={status} />}</span>
      <span className={styles['people']}>
        <AvatarStack people={people} />
      </span>
      <span className={classNames(styles['due'], due?.tone === 'late' && styles['late'])}>{due?.text}</span>
      <span className={styles['priority']}>{task.priority > 0 && nameOfPriority(task.priority)}</span>
      {fields.map((field) => {
        const value = task.fields?.[field.key]
        const text = value === undefined ? '' : formatField(field, value, members)
        return (
          <span key={field.id} className={classNames(styles['field'], field.kind === 'number' && styles['number'])}>
            {text !== '' && <span className="visually-hidden">{field.name} </span>}
            {text}
          </span>
        )
      })}
    </div>
  )
}
