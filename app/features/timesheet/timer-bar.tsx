import { Square, Timer } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { formatTimeSpent } from '#core/timesheet/time-spent.ts'
import { useNow } from '#app/hooks/use-now.ts'
import { CommandButton } from '#app/widgets/command-button.tsx'
import styles from './timesheet.module.css'
import { canLogTime, canWriteSheet, findTimer } from './timesheet-model.ts'
import { timesheetStore } from './timesheet-store.ts'

/** The running timer with its task, or the button that starts one. */
export function TimerBar() {
  const sheet = useSnapshot(timesheetStore)
  const now = useNow()
  const timer = findTimer(sheet)
  if (sheet.subject === undefined || !canLogTime()) return null
  const minutes = timer === undefined ? 0 : Math.max(0, Math.floor((now - timer.createdAt) / 60_000))
  return (
    <section className={styles['timer']} aria-label="Timer">
      <Timer aria-hidden="true" />
      {timer === undefined ? (
        <p className={styles['timerText']}>No timer is running</p>
      ) : (
        <p className={styles['timerText']}>
          <b>{formatTimeSpent(minutes)}</b> {timer.itemName} · {timer.stageName}
        </p>
      )}
      {timer === undefined ? (
        <CommandButton command="timesheet.start-timer" size="small">
          Start timer…
        </CommandButton>
      ) : (
        <>
          <CommandButton command="timesheet.stop-timer" size="small" icon={<Square aria-hidden="true" />}>
            Stop
          </CommandButton>
          <CommandButton command="timesheet.discard-timer" size="small" variant="ghost">
            Discard
          </CommandButton>
        </>
      )}
      {canWriteSheet(sheet) && (
        <CommandButton command="timesheet.add-time" size="small" className={styles['addTime']}>
          Add time…
        </CommandButton>
      )}
    </section>
  )
}
