import {
  emptyFilter,
  gridFilterKinds,
  timelineFilterKinds,
  type FilterKind,
  type FilterSelection,
} from './filter-cascade.ts'

/** What a timeline bar's colour can stand for. */
export const colorModes = ['status', 'project', 'space', 'collection', 'item', 'stage', 'artist'] as const
export type ColorMode = (typeof colorModes)[number]

/** The timeline's remembered filter. */
export type TimelineFilter = {
  readonly selection: FilterSelection
  readonly colorMode: ColorMode
  readonly hideFilteredTasks: boolean
}

/** The timeline's filter before anything was saved. */
export const defaultTimelineFilter: TimelineFilter = {
  selection: emptyFilter,
  colorMode: 'status',
  hideFilteredTasks: false,
}

/** The preference key of a grid's filter. */
export function gridFilterKey(studioId: string, spaceId: string): string {
  return `grid_filters_${studioId}_${spaceId}`
}

/** The preference key of a studio's timeline filter. */
export function timelineFilterKey(studioId: string): string {
  return `timeline_filters_${studioId}`
}

/** The grid's filter as its preference stores it. */
export function toSavedGridFilter(filter: FilterSelection): Pick<FilterSelection, (typeof gridFilterKinds)[number]> {
  const { collectionIds, itemIds, statusIds, artistIds } = filter
  return { collectionIds, itemIds, statusIds, artistIds }
}

/** Reads a stored grid filter; absent when it is corrupt, so that the caller resets it and says so. */
export function parseGridFilter(value: unknown): FilterSelection | undefined {
  return parseSelection(value, gridFilterKinds)
}

/** The timeline's filter as its preference stores it, in one flat object. */
export function toSavedTimelineFilter(filter: TimelineFilter): Readonly<Record<string, unknown>> {
  return { ...filter.selection, colorMode: filter.colorMode, hideFilteredTasks: filter.hideFilteredTasks }
}

/** Reads a stored timeline filter; absent when it is corrupt. */
export function parseTimelineFilter(value: unknown): TimelineFilter | undefined {
  const selection = parseSelection(value, timelineFilterKinds)
  if (selection === undefined || !isRecord(value)) return undefined
  const colorMode = colorModes.find((mode) => mode === value['colorMode'])
  const hideFilteredTasks = value['hideFilteredTasks']
  return colorMode === undefined || typeof hideFilteredTasks !== 'boolean'
    ? undefined
    : { selection, colorMode, hideFilteredTasks }
}

function parseSelection(value: unknown, kinds: readonly FilterKind[]): FilterSelection | undefined {
  if (!isRecord(value)) return undefined
  const isList = (ids: unknown) => Array.isArray(ids) && ids.every((id) => typeof id === 'string')
  if (!kinds.every((kind) => isList(value[kind]))) return undefined
  // Each kind was just seen to be a list of texts; an id of nothing simply matches nothing.
  return { ...emptyFilter, ...Object.fromEntries(kinds.map((kind) => [kind, value[kind]])) } as FilterSelection
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
