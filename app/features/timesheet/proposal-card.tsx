import { Plus } from 'lucide-react'
import type { CalendarDate } from '#core/lib/calendar-date.ts'
import { formatTimeSpent } from '#core/timesheet/time-spent.ts'
import { formatDay } from '#app/lib/format-day.ts'
import { CommandButton } from '#app/widgets/command-button.tsx'
import type { Proposal } from './proposals.ts'
import styles from './timesheet.module.css'

/** Proposed time for an empty day, not saved yet. */
export function ProposalCard({ day, proposal }: { readonly day: CalendarDate; readonly proposal: Proposal }) {
  return (
    <li className={styles['proposal']} aria-label={`Proposed for ${formatDay(day)}`}>
      <ul>
        {proposal.map(({ touch, minutes }) => (
          <li key={touch.taskId} className={styles['pillName']}>
            {formatTimeSpent(minutes)} {touch.itemName} · {touch.taskName}
          </li>
        ))}
      </ul>
      <CommandButton
        command="timesheet.accept-day"
        args={[day]}
        hasKeyHint={false}
        icon={<Plus aria-hidden="true" />}
        aria-label={`Accept for ${formatDay(day)}`}
      >
        Accept
      </CommandButton>
    </li>
  )
}
