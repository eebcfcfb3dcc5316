import type { NotificationItem } from '#core/feeds/entry.ts'
import { markNotificationsViewed } from '#core/feeds/mark-viewed.ts'
import type { NotificationId, StatusId, UserId } from '#core/lib/ids.ts'
import { toId } from '#core/lib/ids.ts'
import { defineWith, type CommandContext } from '#app/commands/define-command.ts'
import { accountStore, setUnreadCount } from '#app/stores/account-store.ts'
import { sessionStore } from '#app/stores/session-store.ts'
import { beginToWrite } from '#app/widgets/comments/composer-store.ts'
import { getStudio } from '#app/widgets/get-studio.ts'
import { changeFilter, chooseMember, closeFeed, feedStore, setCurrent, type PanelEntry } from './feed-store.ts'
import { askFor, getEntries, hasFailed, patchEntries } from './panel-entries.ts'
import { shownEntries } from './shown-entries.ts'

const define = defineWith({ group: 'Feed', scope: 'dialog' })
const when = (): boolean => feedStore.isOpen
const hasEntry = (): boolean => when() && findCurrent() !== undefined
const isUnread = (): boolean => when() && listUnread().length > 0

/** The commands of the open feed panel. */
export const feedCommands = [
  step('feed.next', 'Next entry', { keys: ['j', 'down'], by: 1 }),
  step('feed.previous', 'Previous entry', { keys: ['k', 'up'], by: -1 }),
  define({
    id: 'feed.open-entry',
    title: 'Open the entry',
    keys: ['enter'],
    isKeyOnly: true,
    when: hasEntry,
    run: (context, [id]) => openEntry(context, id, ''),
  }),
  define({
    id: 'feed.reply',
    title: 'Reply',
    keys: ['r'],
    when: hasEntry,
    run: (context, [id]) => openEntry(context, id, '&openComments=true'),
  }),
  define({
    id: 'feed.view',
    title: 'Mark viewed',
    keys: ['e'],
    when: hasEntry,
    run: async (_context, [id]) => {
      const entry = findEntry(id)
      if (entry !== undefined) await markViewed((candidate) => candidate.id === entry.id)
    },
  }),
  define({
    id: 'feed.view-up-to',
    title: 'Mark viewed up to here',
    when: hasEntry,
    run: async (_context, [id]) => {
      const entry = findEntry(id)
      if (entry !== undefined) await markViewedBefore(entry.createdAt)
    },
  }),
  define({
    id: 'feed.view-all',
    title: 'Mark all viewed',
    keys: ['shift+e'],
    when: isUnread,
    run: async () => await markViewedBefore(getEntries()[0]?.createdAt ?? 0),
  }),
  define({
    id: 'feed.close',
    title: 'Close the feed',
    keys: ['shift+f', 'n'],
    isKeyOnly: true,
    when,
    run: closeFeed,
  }),
  define({
    id: 'feed.more',
    title: 'Load more',
    isKeyOnly: true,
    when,
    run: () => askFor('more'),
  }),
  define({
    id: 'feed.reload',
    title: 'Try again',
    keywords: ['reload', 'retry'],
    when: () => when() && hasFailed(),
    run: () => askFor('retry'),
  }),
  ...filterCommands(),
]

function filterCommands() {
  const toggle = (id: `feed.${string}`, title: string, field: 'showRevisions' | 'showComments') =>
    define({
      id,
      title,
      when,
      run: () => changeFilter({ [field]: !feedStore.filter[field] }),
    })
  return [
    toggle('feed.toggle-revisions', 'Revisions', 'showRevisions'),
    toggle('feed.toggle-comments', 'Comments', 'showComments'),
    define({
      id: 'feed.set-scope',
      title: 'Studio or me',
      isKeyOnly: true,
      when,
      run: (_context, [value]) => changeFilter({ activeMemberIds: value === 'me' ? 'me' : 'studio' }),
    }),
    define({
      id: 'feed.set-statuses',
      title: 'Statuses',
      isKeyOnly: true,
      when,
      run: (_context, ids) => changeFilter({ activeStatusIds: ids.map((id) => toId<StatusId>(id)) }),
    }),
    define({
      id: 'feed.set-member',
      title: 'Members',
      isKeyOnly: true,
      when,
      run: (_context, [id = '']) => chooseMember(id === '' ? undefined : toId<UserId>(id)),
    }),
  ]
}

function step(
  id: `feed.${string}`,
  title: string,
  { keys, by }: { readonly keys: readonly string[]; readonly by: number },
) {
  return define({
    id,
    title,
    keys,
    isKeyOnly: true,
    isRepeatable: true,
    when,
    run: () => {
      const entries = listShown()
      const at = entries.findIndex((entry) => entry.id === feedStore.currentId)
      const entry = entries[Math.max(0, Math.min(entries.length - 1, at + by))]
      if (entry === undefined) return
      setCurrent(entry.id)
      document.querySelector<HTMLElement>(`[data-feed="${entry.id}"] button`)?.focus()
      if (at + by >= entries.length - 1) void askFor('more')
    },
  })
}

/** Returns the entries that the panel shows. */
export function listShown(): readonly PanelEntry[] {
  const { filter, memberId } = feedStore
  const readerId = toId<UserId>(sessionStore.user?.id ?? '')
  return shownEntries(getEntries(), { filter, memberId, readerId })
}

function findCurrent(): PanelEntry | undefined {
  const entries = listShown()
  return entries.find(({ id }) => id === feedStore.currentId) ?? entries[0]
}

function findEntry(id: string | undefined): PanelEntry | undefined {
  return id === undefined ? findCurrent() : listShown().find((entry) => entry.id === id)
}

async function openEntry({ navigate }: CommandContext, id: string | undefined, hint: string): Promise<void> {
  const entry = findEntry(id)
  const place = entry === undefined || 'action' in entry ? entry : entry.place
  if (entry === undefined || place === undefined) return
  closeFeed()
  navigate(hint === '' || place.url.includes(hint) ? place.url : place.url + hint)
  // Text typed from now on belongs to the reply.
  if (hint !== '' && getStudio().studio.can('comment')) beginToWrite(place.taskId, 'comment')
  await markViewed((candidate) => candidate.id === entry.id)
}

function listUnread(): readonly NotificationItem[] {
  return getEntries().flatMap((entry) => ('action' in entry || entry.isViewed ? [] : [entry]))
}

/** Marks notifications as viewed at once and updates the count on the bell; a failure undoes both. */
async function markViewed(isWanted: (entry: NotificationItem) => boolean): Promise<void> {
  const ids = listUnread()
    .filter(isWanted)
    .map(({ recipientId }) => recipientId)
  if (ids.length > 0) await change(ids, { ids })
}

async function markViewedBefore(before: number): Promise<void> {
  const ids = listUnread()
    .filter(({ createdAt }) => createdAt <= before)
    .map(({ recipientId }) => recipientId)
  await change(ids, { before })
}

async function change(
  ids: readonly NotificationId[],
  wanted: { readonly ids: readonly NotificationId[] } | { readonly before: number },
): Promise<void> {
  const { client } = getStudio()
  const countBefore = accountStore.unreadCount
  show(ids, true)
  setUnreadCount(countBefore - ids.length)
  try {
    await markNotificationsViewed(wanted, client)
  } catch (cause) {
    show(ids, false)
    setUnreadCount(countBefore)
    throw cause
  }
}

function show(ids: readonly NotificationId[], isViewed: boolean): void {
  const changed = new Set<string>(ids)
  patchEntries((entry) => ('action' in entry || !changed.has(entry.id) ? entry : { ...entry, isViewed }))
}
