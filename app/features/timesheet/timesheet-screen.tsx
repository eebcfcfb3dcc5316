import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { addDays, dateInZone, isCalendarDate } from '#core/lib/calendar-date.ts'
import { weekOf } from '#core/timesheet/period.ts'
import { isUuid, toId, type UserId } from '#core/lib/ids.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { useCommand } from '#app/commands/use-command.ts'
import { useCommands } from '#app/commands/use-commands.ts'
import { useScope } from '#app/commands/use-scope.ts'
import { STUDIO_WIDE } from '#app/routes.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Segmented } from '#app/ui/segmented.tsx'
import { Select } from '#app/ui/select.tsx'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { LastState } from '#app/widgets/last-state.tsx'
import { listPeople } from '#app/widgets/person-page/list-people.ts'
import { PersonNotFound } from '#app/widgets/person-page/person-not-found.tsx'
import page from '#app/widgets/person-page/person-page.module.css'
import { useClient, useReplicaVersion } from '#app/widgets/use-client.ts'
import { DayScroller } from './day-scroller.tsx'
import { openSheet } from './load-timesheet.ts'
import { Summary } from './summary.tsx'
import { LoadFailed } from './load-failed.tsx'
import { TimerBar } from './timer-bar.tsx'
import { timesheetCommands } from './timesheet-commands.ts'
import styles from './timesheet.module.css'
import { findLock, isLead } from './timesheet-model.ts'
import { resetTimesheet, showSheet, timesheetStore, type TimesheetView } from './timesheet-store.ts'

type TimesheetScreenProps = { readonly params: Readonly<Record<string, string>> }

/** The time that one person or everybody logged, day by day, and sums over weeks, months and years. */
export function TimesheetScreen({ params }: TimesheetScreenProps) {
  useCommands(timesheetCommands)
  useScope('timesheet')
  const { client, studio, studioError } = useClient()
  useReplicaVersion(studio?.replica)
  const { userId = STUDIO_WIDE } = params
  const studioId = studio?.studioId

  useEffect(() => {
    if (client === undefined || studioId === undefined || !canBeSomebody(userId)) return undefined
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    const today = dateInZone(client.clock.now(), timeZone)
    const asked = new URLSearchParams(location.search).get('date')
    const subject = { studioId, userId: userId === STUDIO_WIDE ? undefined : toId<UserId>(userId) }
    showSheet({ subject, timeZone, today, day: isCalendarDate(asked) ? asked : today })
    const close = openSheet(client, subject)
    return () => {
      close()
      resetTimesheet()
    }
  }, [client, studioId, userId])

  if (studio === undefined)
    return studioError === undefined ? null : (
      <EmptyState level={1} title="The timesheet cannot be shown" text={studioError.message} />
    )
  const isKnown = userId === STUDIO_WIDE || studio.replica.find('studio_members', userId) !== undefined
  return isKnown ? <Sheet studio={studio} userId={userId} /> : <StrangerSheet studio={studio} userId={userId} />
}

function canBeSomebody(userId: string): boolean {
  return userId === STUDIO_WIDE || isUuid(userId)
}

type SheetProps = { readonly studio: StudioReplica; readonly userId: string }

/** The sheet of someone who left; without any logged time the person is unknown. */
function StrangerSheet({ studio, userId }: SheetProps) {
  const { former, hasFailed } = useSnapshot(timesheetStore)
  if (former?.name !== undefined) return <Sheet studio={studio} userId={userId} />
  if (former === undefined && hasFailed)
    return (
      <div className={page['page']}>
        <LoadFailed level={1} />
      </div>
    )
  const isAsked = former !== undefined || !canBeSomebody(userId)
  return isAsked ? <PersonNotFound command="timesheet.switch" everybody="Everybody’s time" /> : null
}

function Sheet({ studio, userId }: SheetProps) {
  const { view, subject, asOf } = useSnapshot(timesheetStore)
  return (
    <div className={page['page']}>
      <Header studio={studio} userId={userId} />
      <TimerBar />
      <LastState asOf={asOf} />
      {subject !== undefined && (view === 'days' ? <DayScroller key={subject.userId} /> : <Summary />)}
    </div>
  )
}

function Header({ studio, userId }: SheetProps) {
  const { view, day, former } = useSnapshot(timesheetStore)
  const member = studio.replica.find('studio_members', userId)
  const name = userId === STUDIO_WIDE ? 'Studio' : (member?.displayName ?? former?.name ?? 'Unknown')
  const isHere = userId === STUDIO_WIDE || (member !== undefined && member.archivedAt === undefined)
  const people = listPeople()
  const month = new Date(`${day}T00:00:00Z`).toLocaleDateString('en', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  return (
    <header className={page['header']}>
      <div className={styles['titles']}>
        <h1 className={page['heading']}>Timesheet</h1>
        <p className={styles['month']}>{[name, ...(isHere ? [] : ['Left']), month].join(' · ')}</p>
      </div>
      <Select<string>
        label="Whose timesheet"
        isLabelHidden
        value={userId}
        options={people.some(({ value }) => value === userId) ? people : [...people, { value: userId, label: name }]}
        onChange={(id) => void runCommand('timesheet.switch', { args: [id] })}
      />
      <Views view={view} />
      <LockButton />
      <CommandButton command="timesheet.export" hasKeyHint={false}>
        Export
      </CommandButton>
      <CommandButton command="timesheet.today" />
      <CommandButton command="timesheet.artist-feed" hasKeyHint={false} />
    </header>
  )
}

function Views({ view }: { readonly view: TimesheetView }) {
  const keys = [
    useCommand('timesheet.show-days').keys,
    useCommand('timesheet.show-week').keys,
    useCommand('timesheet.show-month').keys,
    useCommand('timesheet.show-year').keys,
  ]
  return (
    <Segmented<TimesheetView>
      label="View"
      value={view}
      options={[
        { value: 'days', label: 'Days', keys: keys[0] },
        { value: 'week', label: 'Week', keys: keys[1] },
        { value: 'month', label: 'Month', keys: keys[2] },
        { value: 'year', label: 'Year', keys: keys[3] },
      ]}
      onChange={(next) => void runCommand(`timesheet.show-${next}`)}
    />
  )
}

/** Locks the week, for leads; shows everybody who locked it. */
function LockButton() {
  const sheet = useSnapshot(timesheetStore)
  const { day, today } = sheet
  const lock = findLock(day, sheet)
  if (!isLead()) return lock === undefined ? null : <p className={styles['month']}>Locked by {lock.lockedByName}</p>
  const isOpen = lock === undefined && addDays(weekOf(day), 7) > today
  return (
    <CommandButton
      command="timesheet.lock-week"
      hasKeyHint={false}
      aria-pressed={lock !== undefined}
      disabledReason={isOpen ? 'A week can be locked once it has ended' : undefined}
    >
      {lock === undefined ? 'Lock week' : `Locked by ${lock.lockedByName}`}
    </CommandButton>
  )
}
