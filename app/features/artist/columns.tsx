import type { ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { dateInZone } from '#core/lib/calendar-date.ts'
import { relativeTimeOf } from '#core/lib/relative-time.ts'
import { dueLabelOf } from '#core/tasks/due-label.ts'
import type { Assignment, FeedItem } from '#core/feeds/entry.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { useNow } from '#app/hooks/use-now.ts'
import { classNames } from '#app/lib/class-names.ts'
import cards from '#app/widgets/feed-card/feed-card.module.css'
import { FeedCard } from '#app/widgets/feed-card/feed-card.tsx'
import { FeedFailed } from '#app/widgets/feed-card/feed-failed.tsx'
import { FeedList } from '#app/widgets/feed-card/feed-list.tsx'
import { StatusPill } from '#app/widgets/status-pill/status-pill.tsx'
import { ThumbnailImage } from '#app/widgets/thumbnail/thumbnail-image.tsx'
import styles from './artist.module.css'
import { loadMore, useColumn } from './artist-columns.ts'
import { artistStore, type ColumnName } from './artist-store.ts'

type ColumnProps = {
  readonly name: ColumnName
  readonly title: string
  readonly emptyText: string
  readonly children: ReactNode
}

function ColumnFrame({ name, title, emptyText, children }: ColumnProps) {
  const { rows, next, answeredAt, hasFailed, asOf } = useColumn(name)
  const isLoaded = answeredAt !== undefined
  const count = name === 'assignments' && isLoaded ? `${rows.length}${next === undefined ? '' : '+'}` : ''
  return (
    <section className={styles['column']} aria-labelledby={`${name}-title`} data-name={name}>
      <h2 id={`${name}-title`} className={styles['title']}>
        {title} <span className={styles['count']}>{count}</span>
      </h2>
      <FeedList
        name={name}
        next={next}
        asOf={asOf}
        onNearEnd={() => void loadMore(name)}
        note={
          hasFailed ? (
            <FeedFailed command="artist.reload" args={[name]} />
          ) : (
            rows.length === 0 && (isLoaded ? emptyText : 'Loading...')
          )
        }
      >
        {children}
      </FeedList>
    </section>
  )
}

type FeedColumnProps = {
  readonly name: 'activity' | 'mentions'
  readonly title: string
  readonly studio: StudioReplica
  readonly isStudioWide: boolean
}

/** A column of comments and revisions, newest first. */
export function FeedColumn({ name, title, studio, isStudioWide }: FeedColumnProps) {
  const { rows } = useColumn(name)
  const currentId = useCurrentId(name) ?? rows[0]?.id
  const now = useNow()
  return (
    <ColumnFrame name={name} title={title} emptyText={`No ${name} found`}>
      {rows.map((item) => (
        <FeedCard
          key={item.id}
          card={{ ...item, ...wordsOf(item, isStudioWide || name === 'mentions'), place: item, isUnread: false }}
          studio={studio}
          time={relativeTimeOf(item.createdAt, now)}
          isCurrent={item.id === currentId}
          open={{ command: 'artist.open', args: [name, item.id] }}
        />
      ))}
    </ColumnFrame>
  )
}

/** Returns the texts of a card; in everybody's feed they include the person. */
function wordsOf({ action, actorName, versionNumber, changedStatus }: FeedItem, saysWho: boolean) {
  const version = versionNumber === undefined || action !== 'REVISION_ADD' ? [] : [`v${versionNumber}`]
  const noun = action === 'REVISION_ADD' ? 'Revision' : 'Comment'
  const lead = changedStatus === undefined ? noun : `Status changed to ${changedStatus}`
  return { lead, action: [...(saysWho ? [`by ${actorName}`] : []), ...version].join(' · '), actorName }
}

export function AssignmentsColumn({ studio }: Pick<FeedColumnProps, 'studio'>) {
  const { rows } = useColumn('assignments')
  const currentId = useCurrentId('assignments') ?? rows[0]?.taskId
  const today = dateInZone(useNow(), Intl.DateTimeFormat().resolvedOptions().timeZone)
  return (
    <ColumnFrame name="assignments" title="Assignments" emptyText="No assignments found">
      {rows.map((item) => (
        <AssignmentCard
          key={item.taskId}
          item={item}
          studio={studio}
          today={today}
          isCurrent={item.taskId === currentId}
        />
      ))}
    </ColumnFrame>
  )
}

type AssignmentCardProps = {
  readonly item: Assignment
  readonly studio: StudioReplica
  readonly today: ReturnType<typeof dateInZone>
  readonly isCurrent: boolean
}

function AssignmentCard({ item, studio, today, isCurrent }: AssignmentCardProps) {
  const { taskId, itemName, taskName, projectName, spaceName, collectionName, dueDate, thumbnailId } = item
  const status = studio.getStatuses().find(({ id }) => id === item.statusId)
  const due = dueDate === undefined ? undefined : dueLabelOf(dueDate, today)
  return (
    <li className={classNames(cards['card'], styles['assignment'])} data-feed={taskId}>
      <span className={classNames(cards['picture'], styles['picture'])}>
        <ThumbnailImage mediaId={thumbnailId} />
      </span>
      <div className={styles['what']}>
        <button
          type="button"
          className={classNames(cards['open'], styles['open'])}
          tabIndex={isCurrent ? 0 : -1}
          onClick={() => void runCommand('artist.open', { args: ['assignments', taskId] })}
        >
          {itemName}
        </button>
        <p className={styles['path']}>
          {taskName} · {[projectName, spaceName, collectionName].join(' / ')}
        </p>
      </div>
      <div className={styles['state']}>
        {status !== undefined && <StatusPill status={status} />}
        <span className={classNames(styles['due'], due !== undefined && styles[due.tone])}>
          {due?.text ?? 'No date'}
        </span>
      </div>
    </li>
  )
}

function useCurrentId(name: ColumnName): string | undefined {
  const { column, id } = useSnapshot(artistStore).current
  return column === name ? id : undefined
}
