import { useSnapshot } from 'valtio'
import { Link } from 'wouter'
import type { CalendarDate } from '#core/lib/calendar-date.ts'
import { overviewTasksQuery, type ListedTask, type OverviewPlace } from '#core/projects/overview.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { dueLabelOf } from '#core/tasks/due-label.ts'
import { classNames } from '#app/lib/class-names.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { clientStore } from '#app/stores/client-store.ts'
import { FeedList } from '../feed-card/feed-list.tsx'
import { StatusPill } from '../status-pill/status-pill.tsx'
import { usePage } from '../use-page.ts'
import { openList, overviewStore } from './overview-store.ts'
import styles from './overview.module.css'

type ListProps = {
  readonly studio: StudioReplica
  readonly place: OverviewPlace
  readonly today: CalendarDate | undefined
}

/** Lists the tasks behind a number, over the page; each opens its popup. */
export function OverviewList({ studio, place, today }: ListProps) {
  const { list } = useSnapshot(overviewStore)
  const question =
    list && overviewTasksQuery({ ...place, kind: list.kind, ...(list.key !== undefined && { key: list.key }) })
  const { rows, next, answeredAt, asOf, hasFailed } = usePage(question, 'The list could not be loaded')
  const more = next === undefined ? '' : '+'
  const count = answeredAt === undefined ? '' : `${rows.length}${more} ${rows.length === 1 ? 'task' : 'tasks'}`
  return (
    <Dialog
      isOpen={list !== undefined}
      onClose={() => openList(undefined)}
      title={list?.title ?? ''}
      description={count}
      width={640}
    >
      <div className={styles['list']}>
        <FeedList
          next={next}
          asOf={asOf}
          onNearEnd={() => question && void clientStore.get().client?.pages.more(question)}
          note={listNote({ isEmpty: rows.length === 0, isAnswered: answeredAt !== undefined, hasFailed })}
        >
          {rows.map((task) => (
            <Line key={task.taskId} task={task} studio={studio} today={today} />
          ))}
        </FeedList>
      </div>
    </Dialog>
  )
}

function listNote(state: {
  readonly isEmpty: boolean
  readonly isAnswered: boolean
  readonly hasFailed: boolean
}): string {
  if (state.hasFailed) return 'The list could not be loaded'
  if (!state.isAnswered) return 'Loading…'
  return state.isEmpty ? 'No tasks' : ''
}

type LineProps = { readonly task: ListedTask; readonly studio: StudioReplica; readonly today: CalendarDate | undefined }

function Line({ task, studio, today }: LineProps) {
  const { itemName, taskName, projectName, spaceName, collectionName, dueDate, isDone, url, statusId, assigneeId } =
    task
  const status = studio.getStatuses().find(({ id }) => id === statusId)
  const due = dueDate === null || today === undefined || isDone ? undefined : dueLabelOf(dueDate, today)
  const member = assigneeId === null ? undefined : studio.replica.find('studio_members', assigneeId)
  return (
    <li>
      <Link className={styles['line']} to={url} onClick={() => openList(undefined)}>
        <span className={styles['name']}>{itemName}</span>
        {status !== undefined && <StatusPill status={status} />}
        <span className={styles['path']}>
          {[taskName, member?.displayName, [projectName, spaceName, collectionName].join(' / ')]
            .filter(Boolean)
            .join(' · ')}
        </span>
        <span className={classNames(styles['due'], due?.tone === 'late' && styles['late'])}>{due?.text}</span>
      </Link>
    </li>
  )
}
