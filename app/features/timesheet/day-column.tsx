import { Lock } from 'lucide-react'
import { memo } from 'react'
import { useSnapshot } from 'valtio'
import { weekdayOf, type CalendarDate } from '#core/lib/calendar-date.ts'
import { formatTimeSpent } from '#core/timesheet/time-spent.ts'
import { timesheetColumnWidth } from '#core/timesheet/timesheet.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { classNames } from '#app/lib/class-names.ts'
import { Pill } from './pill.tsx'
import { ProposalCard } from './proposal-card.tsx'
import { findProposal } from './proposals.ts'
import styles from './timesheet.module.css'
import { findLock, type SheetDay } from './timesheet-model.ts'
import { setCurrent, timesheetStore } from './timesheet-store.ts'

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const

type DayColumnProps = {
  readonly day: CalendarDate
  /** Its index among the shown days. */
  readonly index: number
  /** Undefined until its week is loaded. */
  readonly content: SheetDay | undefined
}

/** A day: date, total, and a pill per item or person. */
export const DayColumn = memo(function DayColumn({ day, index, content }: DayColumnProps) {
  const sheet = useSnapshot(timesheetStore)
  const { day: current, pill: currentPill, today } = sheet
  const isCurrent = day === current
  const isWeekend = weekdayOf(day) > 4
  const lock = findLock(day, sheet)
  const proposal = content?.pills.length === 0 ? findProposal(day, sheet) : undefined
  const month = new Date(`${day}T00:00:00Z`).toLocaleDateString('en', { month: 'short', timeZone: 'UTC' })
  return (
    <li
      className={classNames(styles['day'], isWeekend && styles['weekend'], day === today && styles['today'])}
      style={{ left: index * timesheetColumnWidth, width: timesheetColumnWidth }}
      data-day={day}
      aria-current={day === today ? 'date' : undefined}
    >
      <button
        type="button"
        className={styles['head']}
        data-day-head
        tabIndex={isCurrent && currentPill === undefined ? 0 : -1}
        onClick={() => setCurrent(day, undefined)}
      >
        <span className={styles['weekday']}>
          {weekdays[weekdayOf(day)]} <span className={styles['monthName']}>{month}</span>
          {lock !== undefined && <Lock className={styles['lock']} aria-hidden="true" />}
        </span>{' '}
        <span className={styles['number']}>{Number(day.slice(8))}</span>
        {lock !== undefined && <span className="visually-hidden"> locked by {lock.lockedByName}</span>}
      </button>
      <Total content={content} day={day} isWeekend={isWeekend} />
      <ul className={styles['pills']}>
        {content?.pills.map((pill) => (
          <Pill
            key={pill.key}
            day={day}
            pill={pill}
            isCurrent={isCurrent && pill.key === currentPill}
            onOpen={() => void runCommand('timesheet.edit', { args: [day, pill.key] })}
          />
        ))}
        {proposal !== undefined && <ProposalCard day={day} proposal={proposal} />}
      </ul>
    </li>
  )
})

type TotalProps = Pick<DayColumnProps, 'day' | 'content'> & { readonly isWeekend: boolean }

/**
 * The day's total. An empty weekend day and an empty day to come are marked as warnings, but not coloured or read out
 * as such.
 */
function Total({ day, content, isWeekend }: TotalProps) {
  const { today } = useSnapshot(timesheetStore)
  if (content === undefined) return <p className={styles['total']}>&nbsp;</p>
  const isEmpty = content.totalMinutes === 0
  const isQuiet = isEmpty && (isWeekend || day > today)
  return (
    <p
      className={classNames(
        styles['total'],
        content.isWarning && !isQuiet && styles['warning'],
        isQuiet && styles['quiet'],
      )}
      data-warning={content.isWarning || undefined}
    >
      {isEmpty && isWeekend ? '—' : formatTimeSpent(content.totalMinutes)}
      {content.isWarning && !isQuiet && <span className="visually-hidden"> not eight hours</span>}
    </p>
  )
}
