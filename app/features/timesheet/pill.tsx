import { Pencil } from 'lucide-react'
import type { CSSProperties } from 'react'
import { useSnapshot } from 'valtio'
import type { CalendarDate } from '#core/lib/calendar-date.ts'
import { formatTimeSpent } from '#core/timesheet/time-spent.ts'
import type { LoggedTime } from '#core/timesheet/timesheet.ts'
import { classNames } from '#app/lib/class-names.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { EditFlyout } from './edit-flyout.tsx'
import { pillColorOf } from './pill-colors.ts'
import styles from './timesheet.module.css'
import { canWriteSheet, findLock, type SheetDay } from './timesheet-model.ts'
import { setCurrent, timesheetStore } from './timesheet-store.ts'

type PillProps = {
  readonly day: CalendarDate
  readonly pill: SheetDay['pills'][number]
  readonly isCurrent: boolean
  readonly onOpen: () => void
}

/** An item's time on a day with its place and number of revisions; in the studio's sheet, a person's time. */
export function Pill({ day, pill, isCurrent, onOpen }: PillProps) {
  const sheet = useSnapshot(timesheetStore)
  // The sheet is built from logged times, so its entries are those.
  const entries = pill.entries as readonly LoggedTime[]
  const [first] = entries
  if (first === undefined) return null
  const isStudio = sheet.subject?.userId === undefined
  const time = formatTimeSpent(pill.minutes)
  const lock = findLock(day, sheet)
  const canEdit = canWriteSheet(sheet) && lock === undefined
  const color = pillColorOf(pill.key, sheet.subject?.userId)
  const name = isStudio ? first.userName : first.itemName
  const opening = lock === undefined ? 'Open the task' : `Locked by ${lock.lockedByName}, open the task`
  const action = isStudio ? 'Open the timesheet' : canEdit ? 'Edit time' : opening
  return (
    <li className={styles['pill']} style={{ '--pill': color } as CSSProperties}>
      <div className={styles['pillTop']}>
        <span className={styles['time']}>{time}</span>
        {!isStudio && <Versions entries={entries} />}
      </div>
      {isStudio ? <p className={styles['pillName']}>{name}</p> : <TaskLink entries={entries} name={name} />}
      {!isStudio && <Place entries={entries} first={first} />}
      <p className={styles['pillText']}>{countText(entries)}</p>
      <button
        type="button"
        className={styles['pillButton']}
        data-pill={pill.key}
        tabIndex={isCurrent ? 0 : -1}
        aria-label={`${action}: ${name}, ${time}`}
        onFocus={() => !isCurrent && setCurrent(day, pill.key)}
        onClick={onOpen}
      >
        {canEdit && <Pencil aria-hidden="true" />}
      </button>
      {isCurrent && sheet.isEditing && <EditFlyout day={day} pill={pill} name={name} />}
    </li>
  )
}

type EntriesProps = { readonly entries: readonly LoggedTime[] }

/** The item's name, which opens the task of the newest time; the rest of the pill edits the time, where allowed. */
function TaskLink({ entries, name }: EntriesProps & { readonly name: string }) {
  const url = entries.at(-1)?.url ?? ''
  if (url === '') return <p className={styles['pillName']}>{name}</p>
  return (
    <button
      type="button"
      className={classNames(styles['pillName'], styles['pillTask'])}
      tabIndex={-1}
      aria-label={`Open the task: ${name}`}
      onClick={() => void runCommand('timesheet.open-task', { args: [url] })}
    >
      {name}
    </button>
  )
}

function Versions({ entries }: EntriesProps) {
  const numbers = entries.flatMap(({ versionNumber }) => versionNumber ?? [])
  return numbers.length === 0 ? null : <span className={styles['version']}>v{Math.max(...numbers)}</span>
}

function Place({ entries, first }: EntriesProps & { readonly first: LoggedTime }) {
  const stages = [...new Set(entries.map(({ stageName }) => stageName))].join(', ')
  return (
    <>
      <p className={styles['pillText']}>{stages}</p>
      <p className={styles['path']}>
        {first.projectName} / {first.spaceName} / {first.collectionName}
      </p>
    </>
  )
}

function countText(entries: readonly LoggedTime[]): string {
  const revisions = entries.filter(({ versionNumber }) => versionNumber !== undefined).length
  const others = entries.length - revisions
  const texts = [
    revisions > 0 || others === 0 ? `${revisions} ${revisions === 1 ? 'revision' : 'revisions'}` : undefined,
    others > 0 ? `${others} ${others === 1 ? 'entry' : 'entries'}` : undefined,
  ]
  return texts.filter((text) => text !== undefined).join(', ')
}
