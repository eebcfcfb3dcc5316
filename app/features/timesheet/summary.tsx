import type { CSSProperties } from 'react'
import { useSnapshot } from 'valtio'
import type { CalendarDate } from '#core/lib/calendar-date.ts'
import { barColorOf } from '#core/studios/palette.ts'
import { formatTimeSpent } from '#core/timesheet/time-spent.ts'
import { daysOf, periodOf } from '#core/timesheet/period.ts'
import { groupBy, sumBy } from '#core/lib/collections.ts'
import type { TimeSum, TimeSums } from '#core/timesheet/load-time-sums.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { IconButton } from '#app/ui/icon-button.tsx'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { LoadFailed } from './load-failed.tsx'
import { nameOfMonth, nameOfPeriod } from './period-name.ts'
import styles from './timesheet.module.css'
import { timesheetStore } from './timesheet-store.ts'

const PLOT_HEIGHT = 120

/** The time of a week, month or year: a bar per day or month, then tables by project, stage and artist. */
export function Summary() {
  const { view, day, sums, timeZone, hasFailed } = useSnapshot(timesheetStore)
  if (view === 'days') return null
  const { from, to } = periodOf(view, day)
  return (
    <div className={styles['summary']} data-timesheet>
      <div className={styles['period']}>
        <IconButton
          label={`Previous ${view}`}
          icon={<ChevronLeft aria-hidden="true" />}
          onClick={() => void runCommand('timesheet.previous-day')}
        />
        <h2 className={styles['periodName']}>{nameOfPeriod(view, day)}</h2>
        <IconButton
          label={`Next ${view}`}
          icon={<ChevronRight aria-hidden="true" />}
          onClick={() => void runCommand('timesheet.next-day')}
        />
        <p className={styles['month']}>
          {sums === undefined ? '' : formatTimeSpent(sumBy(sums.days, ({ minutes }) => minutes))} · days in {timeZone}
        </p>
      </div>
      {sums === undefined && hasFailed && <LoadFailed />}
      {sums === undefined && !hasFailed && <output className={styles['loading']}>Loading timesheet data...</output>}
      {sums !== undefined && (
        <>
          <Plot bars={toBars(sums as TimeSums, { from, to, isYear: view === 'year' })} />
          <div className={styles['tables']}>
            <SumTable title="By project" rows={sums.projects} />
            <SumTable title="By stage" rows={sums.stages} />
            <SumTable title="By artist" rows={sums.artists} />
          </div>
        </>
      )}
    </div>
  )
}

type Bar = { readonly key: string; readonly label: string; readonly minutes: number }

type BarRequest = { readonly from: CalendarDate; readonly to: CalendarDate; readonly isYear: boolean }

function toBars({ days }: TimeSums, { from, to, isYear }: BarRequest): readonly Bar[] {
  const keyOf = (key: string): string => (isYear ? key.slice(0, 7) : key)
  const minutes = groupBy(days, ({ key }) => keyOf(key))
  return [...new Set(daysOf({ from, to }).map(keyOf))].map((key) => ({
    key,
    label: isYear ? nameOfMonth(key) : String(Number(key.slice(8))),
    minutes: sumBy(minutes.get(key) ?? [], (sum) => sum.minutes),
  }))
}

/** The bar chart. Its caption and the tables below give the same in words and numbers. */
function Plot({ bars }: { readonly bars: readonly Bar[] }) {
  const most = Math.max(1, ...bars.map(({ minutes }) => minutes))
  const step = 100 / bars.length
  const text = bars.filter(({ minutes }) => minutes > 0).map(({ key, minutes }) => `${key} ${formatTimeSpent(minutes)}`)
  return (
    <figure className={styles['plot']}>
      <svg viewBox={`0 0 100 ${PLOT_HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {bars.map(({ key, minutes }, index) => {
          const height = (minutes / most) * PLOT_HEIGHT
          return (
            <rect key={key} x={index * step + step * 0.15} y={PLOT_HEIGHT - height} width={step * 0.7} height={height}>
              <title>{`${key}: ${formatTimeSpent(minutes)}`}</title>
            </rect>
          )
        })}
      </svg>
      <div className={styles['axis']} aria-hidden="true">
        {bars.map(({ key, label }) => (
          <span key={key}>{label}</span>
        ))}
      </div>
      <figcaption className="visually-hidden">Time logged: {text.join(', ')}</figcaption>
    </figure>
  )
}

type SumTableProps = { readonly title: string; readonly rows: readonly TimeSum[] }

function SumTable({ title, rows }: SumTableProps) {
  const most = Math.max(1, ...rows.map(({ minutes }) => minutes))
  return (
    <table className={styles['table']}>
      <caption>{title}</caption>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Time</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, minutes }) => (
          <tr key={key}>
            <th scope="row">
              {name}
              <span
                className={styles['bar']}
                style={{ width: `${(minutes / most) * 100}%`, '--pill': barColorOf(key) } as CSSProperties}
              />
            </th>
            <td>{formatTimeSpent(minutes)}</td>
          </tr>
        ))}
        {rows.length === 0 && (
          <tr>
            <td>Nothing logged</td>
          </tr>
        )}
      </tbody>
    </table>
  )
}
