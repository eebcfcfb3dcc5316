import { isRecord } from '#core/lib/json.ts'
import {
  emptyFilter,
  filterKinds,
  kindsOf,
  readFieldName,
  type FieldName,
  type Filter,
  type FilterScreen,
} from '#core/timeline/filter-kinds.ts'

/** What the colour of a timeline bar can show, besides custom fields. */
export const colorModes = ['status', 'project', 'space', 'collection', 'item', 'kind', 'stage', 'artist'] as const
export type ColorMode = (typeof colorModes)[number] | FieldName

/** The timeline's saved filter. */
export type TimelineFilter = {
  readonly selection: Filter
  readonly colorMode: ColorMode
  readonly hideFilteredTasks: boolean
}

/** The timeline's filter before anything is saved. */
export const defaultTimelineFilter: TimelineFilter = {
  selection: emptyFilter,
  colorMode: 'status',
  hideFilteredTasks: false,
}

/** Returns the preference key of a grid's filter. */
export function gridFilterKey(studioId: string, spaceId: string): string {
  return `grid_filters_${studioId}_${spaceId}`
}

/** Returns the preference key of a studio's timeline filter. */
export function timelineFilterKey(studioId: string): string {
  return `timeline_filters_${studioId}`
}

/** Converts a grid's filter to its stored form. */
export function toSavedGridFilter(filter: Filter): Readonly<Record<string, unknown>> {
  return toSaved(filter, 'grid')
}

/** Reads a stored grid filter; absent when it is corrupt, so that the caller resets it and says so. */
export function parseGridFilter(value: unknown): Filter | undefined {
  return parse(value, 'grid')
}

/** Converts the filter of a project's tasks to its form in views. */
export function toSavedTaskFilter(filter: Filter): Readonly<Record<string, unknown>> {
  return toSaved(filter, 'tasks')
}

/** Reads a stored filter of a project's tasks; absent when it is corrupt. */
export function parseTaskFilter(value: unknown): Filter | undefined {
  return parse(value, 'tasks')
}

/** Converts the filter of a studio's projects to its form in the browser's storage. */
export function toSavedProjectFilter(filter: Filter): Readonly<Record<string, unknown>> {
  return toSaved(filter, 'projects')
}

/** Reads a stored filter of a studio's projects; absent when it is corrupt. */
export function parseProjectFilter(value: unknown): Filter | undefined {
  return parse(value, 'projects')
}

/** Converts the timeline's filter to its stored form, one flat object. */
export function toSavedTimelineFilter(filter: TimelineFilter): Readonly<Record<string, unknown>> {
  const { selection, colorMode, hideFilteredTasks } = filter
  return { ...toSaved(selection, 'timeline'), colorMode, hideFilteredTasks }
}

/** Reads a stored timeline filter; absent when it is corrupt. */
export function parseTimelineFilter(value: unknown): TimelineFilter | undefined {
  const selection = parse(value, 'timeline')
  if (selection === undefined || !isRecord(value)) return undefined
  const colorMode = readColorMode(value['colorMode'])
  const hideFilteredTasks = value['hideFilteredTasks']
  return colorMode === undefined || typeof hideFilteredTasks !== 'boolean'
    ? undefined
    : { selection, colorMode, hideFilteredTasks }
}

function readColorMode(value: unknown): ColorMode | undefined {
  return colorModes.find((mode) => mode === value) ?? (typeof value === 'string' ? readFieldName(value) : undefined)
}

/**
 * Whether values are chosen beside a parent that stands for all of its children. In old saved lists such values were
 * those children, one by one, and the parent was meant.
 */
function isBeside(field: string, filter: Filter): boolean {
  const kind = filterKinds.find((each) => each.field === field)
  if (kind?.parent === undefined || kind.isCheckedWithParent !== true) return false
  return filter.some((other) => other.field === kind.parent && other.values.length > 0)
}

/**
 * Stores the original kinds as the lists they have always had, for older versions to read; all others as conditions.
 */
function toSaved(filter: Filter, screen: FilterScreen): Readonly<Record<string, unknown>> {
  const lists = new Map(
    kindsOf(screen).flatMap(({ field, savedAs }) => (savedAs === undefined ? [] : [[field, savedAs]])),
  )
  const isListed = ({ field, test }: Filter[number]) => test === 'in' && lists.has(field) && !isBeside(field, filter)
  const values = filter.filter(isListed).map(({ field, values: ids }) => [lists.get(field), ids])
  const conditions = filter.filter((condition) => !isListed(condition))
  return {
    ...Object.fromEntries([...lists.values()].map((list) => [list, []])),
    ...Object.fromEntries(values),
    ...(conditions.length > 0 && { conditions }),
  }
}

/** Missing lists were saved before their kind existed; a list or condition of an unknown kind is kept as it is. */
function parse(value: unknown, screen: FilterScreen): Filter | undefined {
  if (!isRecord(value)) return undefined
  const { conditions = [], ...rest } = value
  const known = new Map(kindsOf(screen).map(({ field, savedAs }) => [savedAs, field]))
  const lists = Object.entries(rest).filter(([key, ids]) => known.has(key) || Array.isArray(ids))
  const listed = lists.map(([key, values]) => ({ field: known.get(key) ?? key, test: 'in', values }))
  const others: readonly unknown[] = Array.isArray(conditions) ? conditions : [conditions]
  if (!listed.every(isCondition) || !others.every(isCondition)) return undefined
  const meant = listed.filter(({ field }) => !isBeside(field, listed))
  return [...meant, ...others].filter(({ values }) => values.length > 0)
}

function isCondition(value: unknown): value is Filter[number] {
  if (!isRecord(value)) return false
  const { field, test, values } = value
  const isText = typeof field === 'string' && typeof test === 'string'
  return isText && Array.isArray(values) && values.every((each) => typeof each === 'string')
}
