import { useEffect, useState } from 'react'
import { dateInZone, isCalendarDate, type CalendarDate } from '#core/lib/calendar-date.ts'
import { loadDateReader } from '#core/plan/load-date-reader.ts'
import { readShortDate } from '#core/plan/values.ts'
import { formatDay } from '#app/lib/format-day.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import styles from './due-dialog.module.css'

type DueDialogProps = {
  readonly date: CalendarDate | undefined
  /** Called with an empty text for no date. */
  readonly onSet: (date: string) => void
  readonly onClose: () => void
}

/** Sets the due date of the selected tasks, in words or with the calendar. */
export function DueDialog({ date, onSet, onClose }: DueDialogProps) {
  const [text, setText] = useState<string>(date ?? '')
  const days = useDays(text)
  const [day, ...others] = days ?? []
  const isOne = day !== undefined && others.length === 0
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Due date"
      width={340}
      footer={
        <>
          <Button variant="ghost" onClick={() => onSet('')}>
            No due date
          </Button>
          <Button type="submit" form="due-form" variant="primary" isDisabled={text.trim() === ''}>
            Set
          </Button>
        </>
      }
    >
      <form
        id="due-form"
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault()
          // Fast typists may press Enter before the date reader has loaded.
          void readDays(text).then(([only, ...more]) => {
            if (only !== undefined && more.length === 0) onSet(only)
          })
        }}
      >
        <TextField
          label="Due date"
          placeholder="fri, in 2 weeks, 4 dec"
          value={text}
          hint={isOne ? formatDayAndYear(day) : undefined}
          error={days === undefined || isOne ? undefined : problemOf(text, days)}
          onFocus={(event) => event.currentTarget.select()}
          onChange={setText}
        />
        <TextField
          label="From the calendar"
          isLabelHidden
          type="date"
          value={isOne ? day : ''}
          onChange={(picked) => picked !== '' && setText(picked)}
        />
      </form>
    </Dialog>
  )
}

const today = (): CalendarDate => dateInZone(Date.now(), Intl.DateTimeFormat().resolvedOptions().timeZone)

const formatDayAndYear = (day: CalendarDate): string => `${formatDay(day)} ${day.slice(0, 4)}`

function problemOf(text: string, days: readonly CalendarDate[]): string | undefined {
  if (days.length > 0) return `${days.map(formatDayAndYear).join(' or ')}? Type the full date.`
  return text.trim() === '' ? undefined : 'That is not a date. Try fri, in 2 weeks, 4 dec or 2026-12-04.'
}

/** Returns the days a text can mean: one, none, or several if ambiguous. */
async function readDays(text: string): Promise<readonly CalendarDate[]> {
  const phrase = text.trim()
  const short = phrase === '' ? [] : readShortDate(phrase, today())
  return short.length > 0 || phrase === '' ? short : (await loadDateReader())(phrase, today())
}

/** Returns the same while typing; undefined until it is read. */
function useDays(text: string): readonly CalendarDate[] | undefined {
  const [read, setRead] = useState<{ readonly text: string; readonly days: readonly CalendarDate[] }>()
  useEffect(() => {
    let isOver = false
    void readDays(text).then((days) => isOver || setRead({ text, days }))
    return () => {
      isOver = true
    }
  }, [text])
  if (isCalendarDate(text)) return [text]
  return read?.text === text ? read.days : undefined
}
