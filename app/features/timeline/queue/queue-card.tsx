import { memo } from 'react'
import type { TimelineTaskRow } from '#core/schema/timeline-tasks.ts'
import { classNames } from '#app/lib/class-names.ts'
import { ItemTitle } from '#app/widgets/item-title.tsx'
import { SeenPicture } from '#app/widgets/thumbnail/seen-picture.tsx'
import styles from './queue.module.css'

type QueueCardProps = {
  readonly id: string
  readonly task: TimelineTaskRow
  readonly stage: string
  readonly project: string
  /** Working days; 0 without an estimate. */
  readonly days: number
  readonly color: string
  readonly status: string
  readonly isSelected: boolean
  readonly isFirst: boolean
  readonly onFocus: () => void
}

/** A queued task. */
export const QueueCard = memo(
  function QueueCard(props: QueueCardProps) {
    const { id, task, stage, project, days, color, status, isSelected, isFirst, onFocus } = props
    return (
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a list whose arrow keys are commands
      <div role="row">
        <div
          className={classNames(styles['card'], isSelected && styles['selected'])}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a list whose arrow keys are commands
          role="gridcell"
          aria-selected={isSelected}
          tabIndex={isFirst ? 0 : -1}
          data-block={id}
          style={{ borderLeftColor: color }}
          onFocus={onFocus}
        >
          <SeenPicture className={styles['picture']} mediaId={task.pictureMediaId} />
          <span className={styles['cardTitle']}>
            <ItemTitle title={task.itemTitle} item={task} />
          </span>
          <span className={styles['stage']}>
            {stage} · {project}
          </span>
          {days > 0 && <span className={styles['days']}>{days} d</span>}
          <span className="visually-hidden">{status}</span>
        </div>
      </div>
    )
  },
  (before, after) =>
    (Object.keys(before) as (keyof QueueCardProps)[]).every((key) => key === 'onFocus' || before[key] === after[key]),
)
