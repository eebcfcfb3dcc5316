import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import type { StudioEvent } from '#core/events/event.ts'
import { eventsQuery, type ActivityFilter } from '#core/events/queries.ts'
import { describeEvent, type ChangeDescription } from '#core/events/describe-event.ts'
import { groupBy } from '#core/lib/collections.ts'
import { dateInZone } from '#core/lib/calendar-date.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { formatDay } from '#app/lib/format-day.ts'
import { AlertDialog } from '#app/ui/alert-dialog.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { LastState } from '#app/widgets/last-state.tsx'
import { PersonAvatar } from '#app/widgets/person-avatar.tsx'
import { usePage } from '#app/widgets/use-page.ts'
import { findEvent } from './event-commands.ts'
import { askAbout, eventsStore, setCurrentEvent } from './events-store.ts'
import styles from './event-list.module.css'

type EventListProps = {
  readonly filter: ActivityFilter
  /** Shown when nothing has happened. */
  readonly emptyText: string
  /** Omits what each event is about, in the history of a single item or task. */
  readonly isOfOneSubject?: boolean
}

const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

/** The events of the log, newest first, by day. */
export function EventList({ filter, emptyText, isOfOneSubject = false }: EventListProps) {
  const { rows, next, answeredAt, asOf, hasFailed } = usePage(eventsQuery(filter), 'The log could not be loaded')
  const { current } = useSnapshot(eventsStore)
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  if (rows.length === 0 && hasFailed) {
    return (
      <EmptyState title="The log could not be loaded" text="Nothing is lost: it is kept on the server.">
        <CommandButton command="activity.reload" />
      </EmptyState>
    )
  }
  if (rows.length === 0 && answeredAt === undefined) {
    return (
      <div className={styles['waiting']} aria-busy="true">
        <span className="visually-hidden">Loading…</span>
        {['a', 'b', 'c', 'd', 'e', 'f'].map((row) => (
          <Skeleton key={row} height={44} radius={6} />
        ))}
      </div>
    )
  }
  if (rows.length === 0) return <EmptyState title="Nothing yet" text={emptyText} />
  const firstId = rows.some(({ id }) => id === current) ? current : rows[0]?.id
  return (
    <div className={styles['days']}>
      <LastState asOf={asOf} />
      {[...groupBy(rows, ({ createdAt }) => dateInZone(createdAt, zone))].map(([day, ofDay]) => (
        <section key={day} aria-label={formatDay(day)}>
          <h2 className={styles['day']}>{formatDay(day)}</h2>
          <ol className={styles['events']}>
            {ofDay.map((event) => (
              <EventRow key={event.id} event={event} isCurrent={event.id === firstId} isOfOneSubject={isOfOneSubject} />
            ))}
          </ol>
        </section>
      ))}
      {next !== undefined && <CommandButton className={styles['more']} command="activity.more" />}
      <UndoQuestion />
    </div>
  )
}

/** Asks for confirmation before several changes are undone. */
function UndoQuestion() {
  const { asked } = useSnapshot(eventsStore)
  // An unanswered question does not reappear on return.
  useEffect(() => () => askAbout(undefined), [])
  const event = asked === undefined ? undefined : findEvent(asked)
  if (event === undefined) return null
  return (
    <AlertDialog
      isOpen
      title={`Undo ${event.changes} changes?`}
      description="They were made in one step and are undone together, including what rules did in response. Values changed since stay as they are."
      confirmLabel={`Undo ${event.changes} changes`}
      onConfirm={() => {
        askAbout(undefined)
        void runCommand('activity.undo', { args: [event.id, 'yes'] })
      }}
      onCancel={() => askAbout(undefined)}
    />
  )
}

type EventRowProps = {
  readonly event: StudioEvent
  readonly isCurrent: boolean
  readonly isOfOneSubject: boolean
}

function EventRow({ event, isCurrent, isOfOneSubject }: EventRowProps) {
  const { id, createdAt, actorKind, isUndoable, cause, changes } = event
  const { who, whoId, action, thing, place, changes: values, isNamed } = describeEvent(event)
  const undoLabel = changes > 1 ? `Undo ${changes} changes` : 'Undo'
  return (
    <li className={styles['event']}>
      <button
        type="button"
        className={styles['what']}
        data-event={id}
        tabIndex={isCurrent ? 0 : -1}
        onFocus={() => setCurrentEvent(id)}
        onClick={() => void runCommand('activity.open', { args: [id] })}
      >
        <PersonAvatar userId={whoId ?? who} name={who} size={24} isDecorative />
        <span className={styles['words']}>
          <span>
            <b className={styles['name']}>{who}</b>
            {actorKind === 'rule' && <span className={styles['via']}> rule</span>} {action}{' '}
            <b className={styles['name']}>{thing}</b>
            {!isOfOneSubject && place !== '' && <span className={styles['place']}> {place}</span>}
          </span>
          {values.length > 0 && (
            <span className={styles['changes']}>
              {values.map((change) => (
                <Change key={change.field} change={change} isNamed={isNamed || isOfOneSubject} />
              ))}
            </span>
          )}
        </span>
        {cause !== undefined && <span className={styles['cause']}>because of {cause}</span>}
        <time className={styles['time']} dateTime={new Date(createdAt).toISOString()}>
          {time.format(createdAt)}
        </time>
      </button>
      {isUndoable && (
        <CommandButton
          className={styles['undo']}
          command="activity.undo"
          args={[id]}
          size="small"
          variant="ghost"
          hasKeyHint={false}
        >
          {undoLabel}
          <span className="visually-hidden"> {`${action} ${thing}`}</span>
        </CommandButton>
      )}
    </li>
  )
}

function Change({
  change: { field, from, to },
  isNamed,
}: {
  readonly change: ChangeDescription
  readonly isNamed: boolean
}) {
  return (
    <span className={styles['change']}>
      {isNamed && <span className={styles['field']}>{field}</span>}
      {from !== undefined && <del className={styles['from']}>{from}</del>}
      {from !== undefined && <span aria-hidden="true">→</span>}
      <ins className={styles['to']}>{to ?? 'empty'}</ins>
    </span>
  )
}
