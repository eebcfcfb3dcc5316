import { Check, CheckCheck, X } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { subscribe, useSnapshot } from 'valtio'
import { actionTextOf } from '#core/feeds/entry.ts'
import { feedTimeOf } from '#core/lib/relative-time.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { useCommands } from '#app/commands/use-commands.ts'
import { useLayer } from '#app/hooks/use-layer.ts'
import { useReturnFocus } from '#app/hooks/use-return-focus.ts'
import { accountStore } from '#app/stores/account-store.ts'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { CommandIconButton } from '#app/widgets/command-icon-button.tsx'
import { FeedCard, type FeedCardData } from '#app/widgets/feed-card/feed-card.tsx'
import { FeedFailed } from '#app/widgets/feed-card/feed-failed.tsx'
import { FeedList } from '#app/widgets/feed-card/feed-list.tsx'
import { useNow } from '#app/hooks/use-now.ts'
import { useReplicaVersion, useStudioReplica } from '#app/widgets/use-client.ts'
import { usePage } from '#app/widgets/use-page.ts'
import { feedCommands, listShown } from './feed-commands.ts'
import { FeedFilters } from './feed-filters.tsx'
import styles from './feed-panel.module.css'
import { closeFeed, feedStore, type PanelEntry } from './feed-store.ts'
import { askFor, questionOf } from './panel-entries.ts'
import { emptyTextOf } from './shown-entries.ts'

/** The panel beside the screen with the studio's feed or the reader's notifications. */
export function FeedPanel() {
  useCommands(feedCommands)
  useLayer({ scope: 'dialog', blocks: 'everything', onClose: closeFeed })
  const giveFocusBack = useReturnFocus(true)
  const panel = useRef<HTMLElement>(null)
  const studio = useStudioReplica()
  const { filter } = useSnapshot(feedStore)
  const isPersonal = filter.activeMemberIds === 'me'
  const title = isPersonal ? 'Notifications' : 'Studio Feed'

  useLayoutEffect(() => {
    panel.current?.focus()
    return () => giveFocusBack(new Event('close'))
    // oxlint-disable-next-line react/exhaustive-deps -- once, when it opens, and once when it closes
  }, [])
  useEffect(() => {
    // The panel is not modal: the click also reaches what lies outside.
    const onPointerDown = ({ target }: PointerEvent): void => {
      const isInside =
        target instanceof Element &&
        target.closest('[data-feed-panel],[role=dialog],[role=listbox],[data-radix-popper-content-wrapper]')
      if (isInside === null || isInside === false) closeFeed()
    }
    document.addEventListener('pointerdown', onPointerDown)
    return () => document.removeEventListener('pointerdown', onPointerDown)
  }, [])

  return (
    <aside ref={panel} className={styles['panel']} aria-label={title} tabIndex={-1} data-feed-panel="">
      <header className={styles['header']}>
        <h2 className={styles['title']}>{title}</h2>
        {isPersonal && (
          <CommandIconButton command="feed.view-all" variant="ghost" icon={<CheckCheck aria-hidden="true" />} />
        )}
        <CommandIconButton command="feed.close" variant="ghost" icon={<X aria-hidden="true" />} />
      </header>
      {studio !== undefined && <FeedFilters studio={studio} />}
      {studio !== undefined && <Entries studio={studio} />}
    </aside>
  )
}

function Entries({ studio }: { readonly studio: StudioReplica }) {
  useReplicaVersion(studio.replica)
  const { studioId, filter, currentId } = useSnapshot(feedStore)
  const question = questionOf({ studioId, filter })
  const { rows, isLoading, hasFailed, next, asOf } = usePage(question, 'The feed could not be loaded')
  // The count on the bell changes with every notification that arrives.
  useEffect(() => subscribe(accountStore, () => void askFor('refresh')), [])
  const now = useNow()
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const shown = listShown()
  const hasMore = next !== undefined
  const emptyText = emptyTextOf({ filter, entryCount: rows.length, shownCount: shown.length, isLoading, hasMore })

  return (
    <FeedList
      next={next}
      onNearEnd={() => void askFor('more')}
      asOf={asOf}
      note={
        hasFailed ? (
          <FeedFailed command="feed.reload" />
        ) : (
          (emptyText ?? (isLoading ? 'Loading…' : !hasMore && 'No more posts'))
        )
      }
    >
      {shown.map((entry) => (
        <FeedCard
          key={entry.id}
          card={toCard(entry)}
          studio={studio}
          time={feedTimeOf(entry.createdAt, now, timeZone)}
          isCurrent={entry.id === (currentId ?? shown[0]?.id)}
          open={{ command: 'feed.open-entry', args: [entry.id] }}
        >
          {!('action' in entry) && !entry.isViewed && (
            <>
              <CommandIconButton
                command="feed.view"
                args={[entry.id]}
                size="small"
                variant="ghost"
                icon={<Check aria-hidden="true" />}
              />
              <CommandButton command="feed.view-up-to" args={[entry.id]} size="small" variant="ghost">
                Up to here
              </CommandButton>
            </>
          )}
        </FeedCard>
      ))}
    </FeedList>
  )
}

function toCard(entry: PanelEntry): FeedCardData {
  const { id, actorId, actorName, createdAt } = entry
  const told = { id, actorId, actorName, createdAt, action: actionTextOf(entry) }
  return 'action' in entry
    ? { ...told, place: entry, excerpt: entry.excerpt, thumbnailId: entry.thumbnailId, isUnread: false }
    : { ...told, place: entry.place, excerpt: entry.excerpt, thumbnailId: entry.thumbnailId, isUnread: !entry.isViewed }
}
