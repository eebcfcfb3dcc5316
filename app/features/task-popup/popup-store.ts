import { makeListeners } from '#core/lib/listeners.ts'
import type { StudioClient } from '#core/sync/studio-client.ts'
import type { ItemRow } from '#core/schema/items.ts'
import type { StatusRow } from '#core/schema/task-statuses.ts'
import { navigate } from 'wouter/use-browser-location'
import type { CommentId, ItemId, MediaId, VersionId } from '#core/lib/ids.ts'
import type { ItemReplica } from '#core/revisions/item-replica.ts'
import type { SpaceReplica } from '#core/items/space-replica.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { withoutPopup, withPopup, type PopupAddress } from '#app/lib/popup-address.ts'
import { editFieldFact } from '#app/widgets/field-facts/field-facts-store.ts'
import { setDraftItem } from '#app/widgets/comments/composer-store.ts'
import type { PopupSelection, PopupTask } from './resolve-popup.ts'

/** The open item, and which of its tasks, versions and files is shown. */
export type PopupModel = {
  readonly client: StudioClient
  readonly studio: StudioReplica
  readonly space: SpaceReplica
  /** Undefined until its rows are loaded. */
  readonly item: ItemReplica | undefined
  readonly row: ItemRow
  readonly tasks: readonly PopupTask[]
  readonly statuses: readonly StatusRow[]
  readonly selection: PopupSelection
  /** The items before and after it, in the order of the screen. */
  readonly neighbours: { readonly previous: ItemId | undefined; readonly next: ItemId | undefined }
}

/** The value of the task that is being set. */
export type PopupMenuKind = 'status' | 'assignee' | 'due' | 'estimate' | 'priority'

type PopupState = {
  /** The person's own revision that has no number yet. */
  readonly posted: VersionId | undefined
  readonly menu: PopupMenuKind | undefined
  /** Where to seek to in a film that has yet to load. */
  readonly jump: { readonly mediaId: MediaId; readonly seconds?: number; readonly frame?: number } | undefined
  /** The comment whose deletion is being confirmed. */
  readonly deleting: CommentId | undefined
  /** Whether the deletion of the item is being confirmed. */
  readonly isDeletingItem: boolean
  /** The file of another version shown for comparison. */
  readonly comparedTo: MediaId | undefined
}

const initial: PopupState = {
  posted: undefined,
  menu: undefined,
  jump: undefined,
  deleting: undefined,
  isDeletingItem: false,
  comparedTo: undefined,
}

// Not a proxy: it holds replicas, which report their own changes.
let state = initial
let model: PopupModel | undefined
const listeners = makeListeners()

/** Returns what is open, for commands. */
export function findPopup(): PopupModel | undefined {
  return model
}

/** Sets what is open. Does not notify, since nothing renders from it. */
export function setPopupModel(next: PopupModel | undefined): void {
  model = next
  if (next === undefined) return
  const { row, space, tasks } = next
  setDraftItem(
    { spaceId: space.spaceId, id: row.id, slug: row.slug },
    tasks.map(({ id }) => id),
  )
}

/** The popup's state besides its address. */
export const popupStore = {
  get: (): PopupState => state,
  subscribe: listeners.subscribe,
} as const

export function setPopup(changes: Partial<PopupState>): void {
  state = { ...state, ...changes }
  listeners.tell()
}

export function resetPopup(): void {
  model = undefined
  editFieldFact(undefined)
  setPopup(initial)
}

/**
 * Shows another part of the item, or another item. A task opens at its newest revision, a version at its first file.
 */
export function showInPopup(address: PopupAddress): void {
  setPopup({ posted: undefined })
  replaceSearch(withPopup(location.search, address))
}

export function closePopup(): void {
  replaceSearch(withoutPopup(location.search))
}

/** Changes the address without a new history entry, so that going back leaves the popup. */
export function replaceSearch(search: string): void {
  if (search !== location.search) navigate(location.pathname + search, { replace: true })
}
