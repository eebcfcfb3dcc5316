import type { StudioClient } from '#core/sync/studio-client.ts'
import { X } from 'lucide-react'
import { useState } from 'react'
import { addDays, daysBetween, type CalendarDate } from '#core/lib/calendar-date.ts'
import { isWeekend } from '#core/timeline/work-calendar.ts'
import { toId, type UserId } from '#core/lib/ids.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { formatDay } from '#app/lib/format-day.ts'
import { daysOffOf, type TimelineModel } from '../model/timeline-model.ts'
import styles from './dialogs.module.css'

type DaysOffDialogProps = {
  readonly model: TimelineModel
  readonly client: StudioClient
  readonly userId: UserId
  readonly onClose: () => void
}

/** Lists a person's days off, and adds more. */
export function DaysOffDialog({ model, client, userId: first, onClose }: DaysOffDialogProps) {
  const [userId, setUserId] = useState(first)
  const [from, setFrom] = useState<string>(model.getToday())
  const [to, setTo] = useState<string>(model.getToday())
  const members = model.canChange()
    ? model.getMembers()
    : model.getMembers().filter((member) => member.userId === client.userId)
  const set = (days: readonly [string, string], isOff: boolean): void =>
    void runCommand('timeline.set-days-off', { args: [userId, ...days, isOff ? 'off' : 'on'] })
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Days off"
      width={380}
      description="Scheduling skips them, as it does weekends."
    >
      <form
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault()
          set([from, to < from ? from : to], true)
        }}
      >
        <label className={styles['field']}>
          Who
          <select value={userId} onChange={(event) => setUserId(toId<UserId>(event.currentTarget.value))}>
            {members.map((member) => (
              <option key={member.userId} value={member.userId}>
                {member.displayName}
              </option>
            ))}
          </select>
        </label>
        <div className={styles['pair']}>
          <TextField label="From" type="date" value={from} onChange={setFrom} />
          <TextField label="To" type="date" value={to} onChange={setTo} />
        </div>
        <Button type="submit" variant="primary">
          Add
        </Button>
      </form>
      <Spans spans={toSpans([...(daysOffOf(model, userId) ?? [])].toSorted())} onRemove={(span) => set(span, false)} />
    </Dialog>
  )
}

type Span = readonly [CalendarDate, CalendarDate]
type SpansProps = { readonly spans: readonly Span[]; readonly onRemove: (span: Span) => void }

/** The days off there are already. */
function Spans({ spans, onRemove }: SpansProps) {
  if (spans.length === 0) return <p className={styles['none']}>No days off.</p>
  return (
    <ul className={styles['spans']}>
      {spans.map(([start, end]) => (
        <li key={start}>
          {start === end ? formatDay(start) : `${formatDay(start)} to ${formatDay(end)}`}
          <Button variant="ghost" icon={<X aria-hidden="true" />} onClick={() => onRemove([start, end])}>
            Remove
          </Button>
        </li>
      ))}
    </ul>
  )
}

/** Joins consecutive days, and those with only a weekend between them, into spans. */
function toSpans(days: readonly CalendarDate[]): readonly Span[] {
  const spans: [CalendarDate, CalendarDate][] = []
  for (const day of days) {
    const last = spans.at(-1)
    const isNext = last !== undefined && daysBetween(last[1], day) <= 3 && isOnlyWeekend(addDays(last[1], 1), day)
    if (last !== undefined && isNext) last[1] = day
    else spans.push([day, day])
  }
  return spans
}

function isOnlyWeekend(from: CalendarDate, until: CalendarDate): boolean {
  for (let day = from; daysBetween(day, until) > 0; day = addDays(day, 1)) if (!isWeekend(day)) return false
  return true
}
