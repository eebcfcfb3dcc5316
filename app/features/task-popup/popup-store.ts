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

/** An item open in the popup, and what of it is shown. */
export type PopupModel = {
  readonly client: StudioClient
  readonly studio: StudioReplica
  readonly space: SpaceReplica
  /** Absent until its rows are there. */
  readonly item: ItemReplica | undefined
  readonly row: ItemRow
  readonly tasks: readonly PopupTask[]
  readonly statuses: readonly StatusRow[]
  readonly selection: PopupSelection
  /** The items before and after it, in the order the space is looked at. */
  readonly neighbours: { readonly previous: ItemId | undefined; readonly next: ItemId | undefined }
}

/** What of the task is being set. */
export type PopupMenuKind = 'status' | 'assignee' | 'due' | 'estimate' | 'priority'

type PopupState = {
  /** A revision of one's own that has no number yet. */
  readonly posted: VersionId | undefined
  readonly menu: PopupMenuKind | undefined
  /** Where to go in a film that is still on its way. */
  readonly jump: { readonly mediaId: MediaId; readonly seconds?: number; readonly frame?: number } | undefined
  /** A comment that is asked about before it is deleted. */
  readonly deleting: CommentId | undefined
  /** The item is asked about before it is deleted. */
  readonly isDeletingItem: boolean
  /** The file of another version that is looked at beside the one in view. */
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
const listeners = new Set<() => void>()

/** What is open, as commands see it. */
export function findPopup(): PopupModel | undefined {
  return model
}

/** Says what is open. Nobody draws by it, so nobody is told. */
export function setPopupModel(next: PopupModel | undefined): void {
  model = next
  if (next === undefined) return
  const { row, space, tasks } = next
  setDraftItem(
    { spaceId: space.spaceId, id: row.id, slug: row.slug },
    tasks.map(({ id }) => id),
  )
}

/** What is asked of the popup besides its address. */
export const popupStore = {
  get: (): PopupState => state,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
} as const

export function setPopup(changes: Partial<PopupState>): void {
  state = { ...state, ...changes }
  for (const listener of listeners) listener()
}

export function resetPopup(): void {
  model = undefined
  editFieldFact(undefined)
  setPopup(initial)
}

/** Shows another part of the item, or another item. Choosing a task starts at its newest revision, a version at its first file. */
export function showInPopup(address: PopupAddress): void {
  setPopup({ posted: undefined })
  replaceSearch(withPopup(location.search, address))
}

export function closePopup(): void {
  replaceSearch(withoutPopup(location.search))
}

/** The popup moves within one entry of the history: going back leaves it. */
export function replaceSearch(search: string): void {
  if (search !== location.search) navigate(location.pathname + search, { replace: true })
}
