import type { ReactNode } from 'react'
import { parseComment, toPlainText } from '#core/comments/markup.ts'
import type { FeedPlace } from '#core/feeds/entry.ts'
import type { MediaId, UserId } from '#core/lib/ids.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { classNames } from '#app/lib/class-names.ts'
import { PersonAvatar } from '#app/widgets/person-avatar.tsx'
import { StatusPill } from '#app/widgets/status-pill/status-pill.tsx'
import { ThumbnailImage } from '#app/widgets/thumbnail/thumbnail-image.tsx'
import styles from './feed-card.module.css'

export type FeedCardData = {
  readonly id: string
  readonly actorId: UserId | undefined
  readonly actorName: string
  /** The kind of entry, where that comes first: `Comment`, `Revision v3`. */
  readonly lead?: string
  /** What they did, in words that follow the name or the lead. */
  readonly action: string
  readonly createdAt: number
  readonly excerpt: string
  readonly place: FeedPlace | undefined
  readonly thumbnailId: MediaId | undefined
  readonly isUnread: boolean
}

type FeedCardProps = {
  readonly card: FeedCardData
  readonly studio: StudioReplica
  /** How long ago it was, in words. */
  readonly time: string
  /** Whether Tab reaches this card and keys act on it. */
  readonly isCurrent: boolean
  /** The command that opens it, and its arguments. */
  readonly open: { readonly command: string; readonly args: readonly string[] }
  /** Further actions. */
  readonly children?: ReactNode
}

/** One entry of a feed: who, what, when and where. The whole card opens it. */
export function FeedCard({ card, studio, time, isCurrent, open, children }: FeedCardProps) {
  const { id, actorId, actorName, lead = actorName, action, createdAt, excerpt, place, thumbnailId, isUnread } = card
  const status = place && studio.getStatuses().find((candidate) => candidate.id === place.statusId)
  const member = actorId === undefined ? undefined : studio.replica.find('studio_members', actorId)
  return (
    <li className={classNames(styles['card'], isUnread && styles['unread'])} data-feed={id}>
      <PersonAvatar userId={actorId ?? ''} name={actorName} imageUrl={member?.avatarUrl ?? undefined} isDecorative />
      <div className={styles['body']}>
        <p className={styles['head']}>
          <button
            type="button"
            className={styles['open']}
            tabIndex={isCurrent ? 0 : -1}
            aria-disabled={place === undefined || undefined}
            onClick={() => void runCommand(open.command, { args: open.args })}
          >
            <span className={styles['actor']}>{lead}</span> {action}
            {isUnread && <span className="visually-hidden">, unread</span>}
          </button>
          <time dateTime={new Date(createdAt).toISOString()} data-tooltip={new Date(createdAt).toLocaleString()}>
            {time}
          </time>
        </p>
        {excerpt !== '' && <p className={styles['excerpt']}>{toPlainText(parseComment(excerpt, []))}</p>}
        {place !== undefined && (
          <p className={styles['place']}>
            {status !== undefined && <StatusPill status={status} />}
            <span>
              {[place.projectName, place.spaceName, place.collectionName, place.itemName].filter(Boolean).join(' / ')}
              {' · '}
              {place.taskName}
            </span>
          </p>
        )}
      </div>
      {thumbnailId !== undefined && (
        <span className={styles['picture']}>
          <ThumbnailImage mediaId={thumbnailId} />
        </span>
      )}
      {children !== undefined && <span className={styles['tools']}>{children}</span>}
    </li>
  )
}
