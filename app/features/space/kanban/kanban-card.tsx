import { memo } from 'react'
import { pictureOf } from '#core/schema/items.ts'
import { dueLabelOf } from '#core/tasks/due-label.ts'
import type { CalendarDate } from '#core/lib/calendar-date.ts'
import { classNames } from '#app/lib/class-names.ts'
import type { Person, SpaceModel } from '../model/space-model.ts'
import type { Card } from './board.ts'
import { CardImage } from './card-image.tsx'
import type { LoadQueue } from './load-queue.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { ItemTitle } from '#app/widgets/item-title.tsx'
import { TextInPlace } from '#app/widgets/field-input/text-in-place.tsx'
import { stopEditing } from '../space-view-store.ts'
import styles from './kanban.module.css'

/** The mark of a task that cannot begin yet: before its stage, as at the edge of its cell in the grid. */
function WaitMark({ spoken }: { readonly spoken: string | undefined }) {
  if (spoken === undefined) return null
  return (
    <span className={styles['wait']} data-tooltip={spoken}>
      <span className="visually-hidden">{spoken}, </span>
    </span>
  )
}

type KanbanCardProps = {
  readonly model: SpaceModel
  readonly card: Card
  readonly index: number
  readonly height: number
  readonly measure: (element: HTMLDivElement | null) => void
  readonly isSelected: boolean
  readonly isCursor: boolean
  readonly isRenaming: boolean
  readonly imageUrl: string | undefined
  readonly queue: LoadQueue
  readonly today: CalendarDate
  /** Somebody else who is on this card. */
  readonly other: Person | undefined
  /** Changes when the task or its item does. */
  readonly version: string
}

/** One task on the kanban. */
export const KanbanCard = memo(function KanbanCard(props: KanbanCardProps) {
  const { model, card, index, height, measure, isSelected, isCursor, isRenaming, imageUrl, queue, today, other } = props
  const item = model.space.replica.find('items', card.itemId)
  const task = model.space.replica.find('item_tasks', card.taskId)
  if (item === undefined || task === undefined) return null
  const stage = model.studio.replica.find('stages', card.stageId)
  const people = model.getPeople()
  const artists = model.getArtists(task).flatMap((id) => people.get(id) ?? [])
  const due = task.dueDate === undefined ? undefined : dueLabelOf(task.dueDate, today)
  return (
    <div
      ref={measure}
      data-index={index}
      data-card={card.key}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a native option can hold no picture
      role="option"
      aria-selected={isSelected}
      tabIndex={isCursor ? 0 : -1}
      className={styles['card']}
      style={{ height }}
    >
      {other !== undefined && (
        <span className={styles['other']} style={{ color: other.color }} aria-hidden="true" data-presence={card.key}>
          <span className={styles['otherName']} style={{ backgroundColor: other.color }}>
            {other.name}
          </span>
        </span>
      )}
      {pictureOf(item) !== undefined &&
        (imageUrl === undefined ? <span className={styles['picture']} /> : <CardImage url={imageUrl} queue={queue} />)}
      <span className={styles['text']}>
        {isRenaming ? (
          <TextInPlace
            label={`Name of ${item.title}`}
            value={item.title}
            onCommit={(text) => void runCommand('item.save-name', { args: [item.id, text] })}
            onCancel={stopEditing}
          />
        ) : (
          <b className={styles['title']} data-tooltip={item.title}>
            <ItemTitle title={item.title} item={item} />
          </b>
        )}
        <span className={styles['stage']}>
          <WaitMark spoken={model.readiness.describe(task)} />
          {stage?.name}
        </span>
        <span className={styles['artists']}>
          {artists.slice(0, 3).map(({ id, name, initials, colorClass, isWide }) => (
            <span key={id} data-tooltip={name} className={classNames(styles['avatar'], colorClass)} data-wide={isWide}>
              <span aria-hidden="true">{initials}</span>
              <span className="visually-hidden">{name}</span>
            </span>
          ))}
        </span>
        {due !== undefined && <span className={classNames(styles['due'], styles[due.tone])}>{due.text}</span>}
      </span>
    </div>
  )
})
