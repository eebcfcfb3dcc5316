import { timeSpentHourOptions, timeSpentMinuteOptions } from '#core/timesheet/time-spent.ts'
import type { TaskId } from '#core/lib/ids.ts'
import { changeDraft, hoursFieldId } from './composer-store.ts'
import styles from './composer.module.css'
import type { Draft } from './draft.ts'

type TimeSpentFieldsProps = { readonly taskId: TaskId; readonly draft: Pick<Draft, 'hours' | 'minutes' | 'isPosting'> }

/** The time a revision took, in the specification's hours and minutes. */
export function TimeSpentFields({ taskId, draft }: TimeSpentFieldsProps) {
  const { hours, minutes, isPosting } = draft
  return (
    <fieldset className={styles['time']} disabled={isPosting}>
      <legend className={styles['timeLabel']}>Time spent</legend>
      <select
        id={hoursFieldId(taskId)}
        className={styles['timeField']}
        aria-label="Hours"
        value={hours}
        onChange={(event) => changeDraft(taskId, { hours: Number(event.currentTarget.value) })}
      >
        {timeSpentHourOptions.map((value) => (
          <option key={value} value={value}>{`${value} h`}</option>
        ))}
      </select>
      <select
        className={styles['timeField']}
        aria-label="Minutes"
        value={minutes}
        onChange={(event) => changeDraft(taskId, { minutes: Number(event.currentTarget.value) })}
      >
        {timeSpentMinuteOptions.map((value) => (
          <option key={value} value={value}>{`${value} m`}</option>
        ))}
      </select>
    </fieldset>
  )
}
