/**
 * The task popup in the query string: `item` by slug or id, `task` by its dashed lower-case name, `version` as in `v2`,
 * `media` by id. The names are the specification's.
 */
export type PopupAddress = {
  readonly item: string
  readonly task?: string | undefined
  readonly version?: number | undefined
  readonly media?: string | undefined
}

/** One-time hints that open a part of the popup and are then removed from the address. */
export type PopupHints = {
  readonly openComments: boolean
  readonly openRevisions: boolean
  readonly highlightedTask: string | undefined
}

const POPUP_KEYS = ['item', 'task', 'version', 'media'] as const
const HINT_KEYS = ['openComments', 'openRevisions', 'highlightedTask'] as const
// The key of an item in older addresses.
const LEGACY_KEY = 'shot'

/** Reads the popup of an address; undefined when it names no item. */
export function readPopup(search: string): PopupAddress | undefined {
  const query = new URLSearchParams(search)
  const item = query.get('item') ?? ''
  if (item === '') return undefined
  const version = /^v(\d{1,6})$/.exec(query.get('version') ?? '')?.[1]
  return {
    item,
    task: query.get('task') ?? undefined,
    version: version === undefined ? undefined : Number(version),
    media: query.get('media') ?? undefined,
  }
}

/** Returns how an address names an item: its slug, or its id without one. */
export function toItemAddress({ id, slug }: { readonly id: string; readonly slug: string }): string {
  return slug === '' ? id : slug
}

/** Adds a popup to a query and keeps the rest. */
export function withPopup(search: string, popup: PopupAddress): string {
  const query = withoutKeys(search, [...POPUP_KEYS, LEGACY_KEY])
  query.set('item', popup.item)
  if (popup.task !== undefined) query.set('task', popup.task)
  if (popup.version !== undefined) query.set('version', `v${popup.version}`)
  if (popup.media !== undefined) query.set('media', popup.media)
  return print(query)
}

/** Removes the popup from a query. */
export function withoutPopup(search: string): string {
  return print(withoutKeys(search, [...POPUP_KEYS, ...HINT_KEYS, LEGACY_KEY]))
}

export function readHints(search: string): PopupHints {
  const query = new URLSearchParams(search)
  return {
    openComments: query.get('openComments') === 'true',
    openRevisions: query.get('openRevisions') === 'true',
    highlightedTask: query.get('highlightedTask') ?? undefined,
  }
}

/** Removes the hints from a query, once they have been followed. */
export function withoutHints(search: string): string {
  return print(withoutKeys(search, HINT_KEYS))
}

/** Converts a task's name for an address: 'Color Keys' becomes `color-keys`. */
export function toTaskAddress(name: string): string {
  return name.trim().toLowerCase().replaceAll(/\s+/g, '-')
}

function withoutKeys(search: string, keys: readonly string[]): URLSearchParams {
  const query = new URLSearchParams(search)
  for (const key of keys) query.delete(key)
  return query
}

/** Includes the question mark; empty when nothing is left, so that it can follow any path. */
function print(query: URLSearchParams): string {
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}
