import { proxy } from 'valtio/vanilla'
import { emptyFilter, type Filter } from '#core/timeline/filter-kinds.ts'
import { defaultTimelineFilter, type ColorMode, type TimelineFilter } from '#core/items/saved-filter.ts'
import type { TimelineDensity, timelineDayWidths } from '#core/timeline/window.ts'
import type { BlockId, UserId } from '#core/lib/ids.ts'
import type { DeepReadonly } from '#app/lib/deep-readonly.ts'

export type Zoom = keyof typeof timelineDayWidths
export type QueueGrouping = 'none' | 'project' | 'space' | 'stage'
export type TimelineDialog =
  | { readonly kind: 'status' }
  | { readonly kind: 'days-off'; readonly userId: UserId }
  | { readonly kind: 'feed' }

/** Blocks being moved by keyboard, and how far. */
export type MoveMode = {
  readonly blockIds: readonly BlockId[]
  readonly days: number
  readonly artists: number
  /** Whether the blocks come from the queue. */
  readonly isFromQueue: boolean
}

type TimelineState = {
  zoom: Zoom
  density: TimelineDensity
  isQueueOpen: boolean
  isFilterOpen: boolean
  areAllLinksShown: boolean
  queueText: string
  queueGrouping: QueueGrouping
  filter: TimelineFilter
  /** The artists whose rows are shown; `all` until somebody chooses. */
  artists: 'all' | readonly UserId[]
  focus: BlockId | undefined
  selection: ReadonlySet<BlockId>
  /** Whether the selection was gathered one by one: the focus then moves without clearing it. */
  isGathered: boolean
  move: MoveMode | undefined
  /** What a pointer is dragging, so that the queue can show itself as a drop target. */
  dragging: 'bars' | 'queue' | undefined
  dialog: TimelineDialog | undefined
  /** Announced by screen readers. */
  spoken: string
}

const initial = (): TimelineState => ({
  zoom: 'normal',
  density: 'expanded',
  // On a small screen the board comes first.
  isQueueOpen: typeof window === 'undefined' || window.innerWidth >= 700,
  isFilterOpen: false,
  areAllLinksShown: false,
  queueText: '',
  queueGrouping: 'none',
  filter: defaultTimelineFilter,
  artists: 'all',
  focus: undefined,
  selection: new Set(),
  isGathered: false,
  move: undefined,
  dragging: undefined,
  dialog: undefined,
  spoken: '',
})

const state = proxy(initial())

export const timelineStore: DeepReadonly<TimelineState> = state

/** Sets parts of the view. */
export function setTimelineView(
  view: Partial<
    Pick<
      TimelineState,
      | 'zoom'
      | 'density'
      | 'isQueueOpen'
      | 'isFilterOpen'
      | 'areAllLinksShown'
      | 'queueText'
      | 'queueGrouping'
      | 'dragging'
      | 'dialog'
      | 'spoken'
    >
  >,
): void {
  Object.assign(state, view)
}

export function setFilterSelection(selection: Filter): void {
  state.filter = { ...state.filter, selection }
}

export function setTimelineFilter(filter: TimelineFilter, artists: 'all' | readonly UserId[]): void {
  state.filter = filter
  state.artists = artists
}

export function setArtists(artists: 'all' | readonly UserId[]): void {
  state.artists = artists
}

export function setColorMode(colorMode: ColorMode): void {
  state.filter = { ...state.filter, colorMode }
}

export function setHideFilteredTasks(hideFilteredTasks: boolean): void {
  state.filter = { ...state.filter, hideFilteredTasks }
}

export function clearTimelineFilter(): void {
  state.filter = { ...state.filter, selection: emptyFilter }
  state.artists = 'all'
}

export function focusBlock(id: BlockId | undefined): void {
  state.focus = id
}

export function selectBlocks(ids: Iterable<BlockId>): void {
  state.selection = new Set(ids)
  state.isGathered = false
}

export function toggleBlock(id: BlockId): void {
  const next = new Set(state.selection)
  if (!next.delete(id)) next.add(id)
  state.selection = next
  state.isGathered = next.size > 0
}

/** Deselects what no longer exists. */
export function keepSelected(isThere: (id: BlockId) => boolean): void {
  const kept = [...state.selection].filter(isThere)
  if (kept.length === state.selection.size) return
  state.selection = new Set(kept)
  state.isGathered &&= kept.length > 0
}

export function setMove(move: MoveMode | undefined): void {
  state.move = move
}

export function announce(text: string): void {
  state.spoken = text
}

/** Resets what belongs to one visit; display settings stay. */
export function leaveTimeline(): void {
  Object.assign(state, {
    focus: undefined,
    selection: new Set(),
    isGathered: false,
    move: undefined,
    dragging: undefined,
    dialog: undefined,
    spoken: '',
    queueText: '',
  })
}
