import { proxy, ref } from 'valtio'
import { proxySet } from 'valtio/utils'
import { isSame } from '#core/lib/is-same.ts'
import type { ItemId, ProjectId, UserId } from '#core/lib/ids.ts'
import type { ViewForm } from '#core/schema/space-views.ts'
import { plainTaskView, readTaskViewForm, toTaskViewForm, type TaskViewState } from '#core/tasks/task-view-form.ts'
import { readStored, writeStored } from '#app/lib/browser-storage.ts'

/** What assets are narrowed to, in which order and under which headings; by kind where nothing is said of those. */
type AssetsView = Pick<TaskViewState, 'filter' | 'sort' | 'group'>

type AssetsState = {
  view: AssetsView
  query: string
  isFilterOpen: boolean
  /** The asset that the keys are on, and where choosing a range began. */
  focus: ItemId | undefined
  anchor: ItemId | undefined
  readonly selected: Set<ItemId>
}

const start = (): Omit<AssetsState, 'selected'> => ({
  view: ref(plainTaskView),
  query: '',
  isFilterOpen: false,
  focus: undefined,
  anchor: undefined,
})

const state = proxy<AssetsState>({ ...start(), selected: proxySet<ItemId>() })
let key: string | undefined

/** How somebody looks at a project's assets, and what is chosen. The view is replaced, never changed. */
export const assetsStore: Readonly<Omit<AssetsState, 'selected'>> & { readonly selected: ReadonlySet<ItemId> } = state

/** Starts afresh for a project, with how this person looked at it last in this browser. */
export function enterAssets(userId: UserId, projectId: ProjectId): void {
  resetAssets()
  key = `assetsView_${projectId}_${userId}`
  state.view = ref(readTaskViewForm(readKept(readStored(key))))
}

function readKept(text: string | undefined): ViewForm {
  try {
    const kept: unknown = JSON.parse(text ?? 'null')
    return typeof kept === 'object' && kept !== null ? { ...kept } : {}
  } catch {
    return {}
  }
}

/** Looks at the assets otherwise; kept for the next visit. */
export function setAssetsView(changes: Partial<AssetsView>): void {
  const view = { ...plainTaskView, ...state.view, ...changes }
  state.view = ref(view)
  if (key !== undefined)
    writeStored(key, isSame(view, plainTaskView) ? undefined : JSON.stringify(toTaskViewForm(view)))
}

export function setAssetsQuery(query: string): void {
  state.query = query
}

export function toggleAssetsFilter(isOpen = !state.isFilterOpen): void {
  state.isFilterOpen = isOpen
}

/** Puts the keys on an asset; a range that is chosen grows from the last one. */
export function focusAsset(focus: ItemId | undefined): void {
  Object.assign(state, { focus, anchor: focus })
}

/** Moves the keys on and leaves where a range began. */
export function extendAssets(focus: ItemId): void {
  state.focus = focus
}

/** Chooses exactly these. */
export function selectAssets(ids: Iterable<ItemId>): void {
  state.selected.clear()
  for (const id of ids) state.selected.add(id)
}

/** Chooses an asset, or no longer. */
export function toggleAsset(id: ItemId): void {
  if (!state.selected.delete(id)) state.selected.add(id)
}

/** Forgets everything that is not kept; for tests and for another project. */
export function resetAssets(): void {
  key = undefined
  Object.assign(state, start())
  state.selected.clear()
}
