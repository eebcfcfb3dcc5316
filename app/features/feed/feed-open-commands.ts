import type { FeedFilter } from '#core/feeds/filter.ts'
import { defineCommand } from '#app/commands/define-command.ts'
import { clientStore } from '#app/stores/client-store.ts'
import { getStudio } from '#app/widgets/get-studio.ts'
import { openFeed } from './feed-store.ts'

const group = 'Go to'
const isInStudio = (): boolean => clientStore.get().studio !== undefined

/** The commands that open the feed panel. */
export const feedOpenCommands = [
  defineCommand({
    id: 'feed.notifications',
    title: 'Notifications',
    group,
    scope: 'global',
    keys: ['n'],
    keywords: ['news', 'unread', 'mentions'],
    when: isInStudio,
    run: () => open('me'),
  }),
  defineCommand({
    id: 'feed.studio',
    title: 'Studio Feed',
    group,
    scope: 'global',
    keys: ['shift+f'],
    keywords: ['activity', 'news', 'revisions', 'comments'],
    when: isInStudio,
    run: () => open('studio'),
  }),
]

function open(scope: FeedFilter['activeMemberIds']): void {
  const { studio } = getStudio()
  openFeed(
    studio.studioId,
    scope,
    studio.getStatuses().map(({ id }) => id),
  )
}
