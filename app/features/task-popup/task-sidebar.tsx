import { useSnapshot } from 'valtio'
import type { ItemReplica } from '#core/revisions/item-replica.ts'
import { findCurrentStudio, sessionStore } from '#app/stores/session-store.ts'
import { CommentFeed } from '#app/widgets/comments/comment-feed.tsx'
import { mentionablePeople, readFeed, todayStats } from '#app/widgets/comments/comment-feed-model.ts'
import { Composer } from '#app/widgets/comments/composer.tsx'
import { getMediaUrls } from '#app/widgets/client-media-urls.ts'
import { focusPopup } from './popup-dialog.tsx'
import type { PopupModel } from './popup-store.ts'
import type { PopupTask } from './resolve-popup.ts'
import styles from './task-popup.module.css'
import { useNow } from '#app/hooks/use-now.ts'

type TaskSidebarProps = { readonly model: PopupModel; readonly item: ItemReplica; readonly task: PopupTask }

/** Today's revisions, the comments, and the form for new ones. */
export function TaskSidebar({ model, item, task }: TaskSidebarProps) {
  const { studio, client } = model
  const session = useSnapshot(sessionStore)
  const now = useNow()
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const stats = todayStats(item.getVersions(task.id), now, timeZone)
  return (
    <aside className={styles['sidebar']} aria-label={`Comments on ${task.title}`}>
      <p className={styles['stats']}>
        {item.replica.getState() === 'empty' ? (
          <output>Comments are loaded when the server can be reached.</output>
        ) : (
          <span>{stats?.lastRevision ?? 'no revision today'}</span>
        )}
        {stats !== undefined && (
          <span>
            Today <strong>{stats.total}</strong>
          </span>
        )}
      </p>
      <CommentFeed
        entries={readFeed({ studio, item, taskId: task.id })}
        context={{
          item,
          urls: getMediaUrls(client),
          studioSlug: findCurrentStudio(session)?.slug ?? '',
          userId: client.userId,
          canDelete: studio.can('delete'),
          now,
        }}
      />
      {studio.can('comment') && (
        <Composer
          taskId={task.id}
          people={mentionablePeople(studio.getMembers())}
          statuses={model.statuses}
          currentStatusId={task.statusId}
          can={{ revise: studio.can('revisions'), setStatus: studio.can('create') }}
          onLeave={focusPopup}
        />
      )}
    </aside>
  )
}
