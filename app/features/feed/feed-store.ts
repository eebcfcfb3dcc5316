import { parseJson } from '#core/lib/json.ts'
import { proxy } from 'valtio/vanilla'
import type { FeedItem, NotificationItem } from '#core/feeds/entry.ts'
import { parseFeedFilter, type FeedFilter } from '#core/feeds/filter.ts'
import type { StudioId, UserId } from '#core/lib/ids.ts'
import { readStored, writeStored } from '#app/lib/browser-storage.ts'
import type { DeepReadonly } from '#app/lib/deep-readonly.ts'

export type PanelEntry = FeedItem | NotificationItem

type FeedState = {
  isOpen: boolean
  studioId: StudioId | undefined
  filter: FeedFilter
  /** The studio's statuses when the panel opened; later ones cannot have been deselected. */
  statusIds: FeedFilter['activeStatusIds']
  /** Only this person's entries; not remembered. */
  memberId: UserId | undefined
  currentId: string | undefined
}

const noFilter: FeedFilter = { showRevisions: true, showComments: true, activeStatusIds: [], activeMemberIds: 'studio' }
const initial = (): FeedState => ({
  isOpen: false,
  studioId: undefined,
  filter: noFilter,
  statusIds: [],
  memberId: undefined,
  currentId: undefined,
})
const state = proxy(initial())

export const feedStore: DeepReadonly<FeedState> = state

/**
 * Opens the panel on a studio with the filter last used there. Without one, all statuses are chosen; those created
 * since are added, deleted ones dropped.
 */
export function openFeed(
  studioId: StudioId,
  scope: FeedFilter['activeMemberIds'],
  statusIds: FeedFilter['activeStatusIds'],
): void {
  const choices = parseJson(readStored(keyOf(studioId)))
  const remembered = parseFeedFilter(choices, { ...noFilter, activeStatusIds: statusIds })
  const known = readKnown(choices) ?? statusIds
  const activeStatusIds = statusIds.filter((id) => remembered.activeStatusIds.includes(id) || !known.includes(id))
  const filter = { ...remembered, activeStatusIds, activeMemberIds: scope }
  Object.assign(state, initial(), { studioId, isOpen: true, statusIds, filter })
}

export function closeFeed(): void {
  state.isOpen = false
}

/** Changes the filter and stores it for the studio. */
export function changeFilter(changes: Partial<FeedFilter>): void {
  Object.assign(state, { filter: { ...state.filter, ...changes }, currentId: undefined })
  if (state.studioId !== undefined)
    writeStored(keyOf(state.studioId), JSON.stringify({ ...state.filter, statusIds: state.statusIds }))
}

/** Reads which statuses existed when the filter was stored; undefined if that was not stored. */
function readKnown(choices: unknown): readonly unknown[] | undefined {
  const { statusIds }: { readonly statusIds?: unknown } = Object(choices)
  return Array.isArray(statusIds) ? statusIds : undefined
}

export function chooseMember(memberId: UserId | undefined): void {
  state.memberId = memberId
}

export function setCurrent(id: string | undefined): void {
  state.currentId = id
}

function keyOf(studioId: StudioId): string {
  return `feed-filters-${studioId}`
}
