import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { CalendarDate } from '#core/lib/calendar-date.ts'
import { fromDayIndex, timelineDayCount, todayIndex, toDayIndex } from '#core/timeline/window.ts'
import { timesheetColumnWidth, timesheetLeadDays } from '#core/timesheet/timesheet.ts'
import { weekOf } from '#core/timesheet/period.ts'
import { clamp } from '#core/lib/numbers.ts'
import { DayColumn } from './day-column.tsx'
import { LoadFailed } from './load-failed.tsx'
import { showDays } from './load-timesheet.ts'
import styles from './timesheet.module.css'
import { daysOfSheet } from './timesheet-model.ts'
import { timesheetStore } from './timesheet-store.ts'

// Columns rendered beyond each edge.
const SPARE = 2
// Weeks that are scrolled past are not loaded.
const SETTLE_MS = 120

/** 180 days side by side. Only the columns in view are rendered, and only their weeks loaded. */
export function DayScroller() {
  const source = useSnapshot(timesheetStore)
  const { day, today, weeks, hasFailed } = source
  const ref = useRef<HTMLDivElement>(null)
  const [window, setWindow] = useState({ first: todayIndex - timesheetLeadDays, count: 14 })
  const shown = listDays(window, today)
  const [from, to] = [shown[0], shown.at(-1)]

  useOpenAt(ref)
  useEffect(() => {
    scrollTo(ref.current, day)
  }, [day])
  useEffect(() => {
    if (from === undefined || to === undefined) return undefined
    const timer = setTimeout(() => showDays(listDays(window, today)), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [from, to, window, today])

  const measure = (): void => {
    const { scrollLeft = 0, clientWidth = 0 } = ref.current ?? {}
    const first = Math.floor(scrollLeft / timesheetColumnWidth)
    const count = Math.ceil(clientWidth / timesheetColumnWidth) + 1
    if (first !== window.first || count !== window.count) setWindow({ first, count })
  }
  useLayoutEffect(measure)

  const missing = shown.filter((one) => !weeks.has(weekOf(one)))
  const sheet = daysOfSheet(shown, source)
  return (
    <div ref={ref} className={styles['scroller']} onScroll={measure} data-timesheet>
      {hasFailed && missing.length > 0 && <LoadFailed />}
      <ol className={styles['track']} aria-label="Days">
        {shown.map((one) => (
          <DayColumn key={one} day={one} index={toDayIndex(one, today)} content={sheet.get(one)} />
        ))}
      </ol>
      {!hasFailed && missing.length === shown.length && (
        <output className={styles['loading']}>Loading timesheet data...</output>
      )}
    </div>
  )
}

function listDays({ first, count }: { readonly first: number; readonly count: number }, today: CalendarDate) {
  const from = clamp(first - SPARE, { min: 0, max: timelineDayCount })
  const to = clamp(first + count + SPARE, { min: 0, max: timelineDayCount })
  return Array.from({ length: to - from }, (_, index) => fromDayIndex(from + index, today))
}

/** Scrolls initially to five days before today, or to the requested day. */
function useOpenAt(ref: { readonly current: HTMLDivElement | null }): void {
  useLayoutEffect(() => {
    if (ref.current === null) return
    const { day, today } = timesheetStore
    ref.current.scrollLeft = (toDayIndex(day, today) - timesheetLeadDays) * timesheetColumnWidth
  }, [ref])
}

/** Scrolls a day into view with as little movement as possible. */
function scrollTo(scroller: HTMLDivElement | null, day: CalendarDate): void {
  if (scroller === null) return
  const left = toDayIndex(day, timesheetStore.today) * timesheetColumnWidth
  const { scrollLeft, clientWidth } = scroller
  if (left < scrollLeft) scroller.scrollLeft = left
  else if (left + timesheetColumnWidth > scrollLeft + clientWidth)
    scroller.scrollLeft = left + timesheetColumnWidth - clientWidth
}
