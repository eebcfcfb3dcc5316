/**
 * The task popup as the query string holds it: `item` by slug or id, `task` by its dashed lower-case name, `version` as
 * in `v2`, `media` by id. The names are the specification's.
 */
export type PopupAddress = {
  readonly item: string
  readonly task?: string | undefined
  readonly version?: number | undefined
  readonly media?: string | undefined
}

/** One-time hints that open a part of the popup and are then taken out of the address. */
export type PopupHints = {
  readonly openComments: boolean
  readonly openRevisions: boolean
  readonly highlightedTask: string | undefined
}

const POPUP_KEYS = ['item', 'task', 'version', 'media'] as const
const HINT_KEYS = ['openComments', 'openRevisions', 'highlightedTask'] as const
// What an older address called the item.
const LEGACY_KEY = 'shot'

/** The popup an address asks for; undefined when it names no item. */
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

/** What an item is called in an address; one without a slug by its id. */
export function toItemAddress({ id, slug }: { readonly id: string; readonly slug: string }): string {
  return slug === '' ? id : slug
}

/** The same query with this popup open; whatever else it held stays. */
export function withPopup(search: string, popup: PopupAddress): string {
  const query = withoutKeys(search, [...POPUP_KEYS, LEGACY_KEY])
  query.set('item', popup.item)
  if (popup.task !== undefined) query.set('task', popup.task)
  if (popup.version !== undefined) query.set('version', `v${popup.version}`)
  if (popup.media !== undefined) query.set('media', popup.media)
  return print(query)
}

/** The same query with the popup closed. */
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

/** The same query without the hints, once they have been followed. */
export function withoutHints(search: string): string {
  return print(withoutKeys(search, HINT_KEYS))
}

/** A task's name as the address writes it: 'Color Keys' is `color-keys`. */
export function toTaskAddress(name: string): string {
  return name.trim().toLowerCase().replaceAll(/\s+/g, '-')
}

function withoutKeys(search: string, keys: readonly string[]): URLSearchParams {
  const query = new URLSearchParams(search)
  for (const key of keys) query.delete(key)
  return query
}

/** With its question mark; empty when nothing is left, so that it can be put after a path as it is. */
function print(query: URLSearchParams): string {
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}
