import { proxy, ref } from 'valtio'
import { proxySet } from 'valtio/utils'
import { readListViewForm, toListViewForm, type ListViewState } from '#core/projects/list-view-form.ts'
import { isSame } from '#core/lib/is-same.ts'
import { emptyCellSelection, type CellSelection } from '#core/lib/selection-range.ts'
import { toId, type ProjectId, type ProjectViewId, type UserId } from '#core/lib/ids.ts'
import type { ViewedPage } from '#core/schema/project-views.ts'
import { readStored, writeStored } from '#app/lib/browser-storage.ts'

/** A cell that is being written, and what the key that began it has typed. */
export type WrittenAt = { readonly rowId: string; readonly columnId: string; readonly draft: string | undefined }

type ListState<Id extends string> = {
  /** Whether a project's view was taken up. */
  isEntered: boolean
  view: ListViewState
  /** The saved view that was opened last. */
  viewId: ProjectViewId | undefined
  query: string
  isFilterOpen: boolean
  /** The keys of groups whose rows are folded away. */
  collapsed: ReadonlySet<string>
  /** The row that the keys are on, and where choosing a range began. */
  focus: Id | undefined
  anchor: Id | undefined
  /** The column whose cell in that row the keys are on; undefined for the whole row. */
  column: string | undefined
  /** The cells that are chosen, from the one where choosing began to the one with the keys; none where it is that one alone. */
  range: CellSelection
  /** The cell that is being written. */
  editing: WrittenAt | undefined
  /** Grows when the language of conditions is there. */
  languageVersion: number
  readonly selected: Set<Id>
}

/** How somebody looks at a page of a project, and what is chosen on it. The view is replaced, never changed. */
export type ListStore<Id extends string = string> = Readonly<Omit<ListState<Id>, 'selected'>> & {
  readonly selected: ReadonlySet<Id>
}

export type ProjectList<Id extends string = string> = ReturnType<typeof makeListStore<Id>>

/** The store of a page of a project that is looked at in many ways, and what is done to it. */
export function makeListStore<Id extends string>(page: ViewedPage, plain: ListViewState) {
  const start = () => startOf<Id>(plain)
  const state: ListState<Id> = proxy<ListState<Id>>({ ...start(), languageVersion: 0, selected: proxySet<Id>() })
  let key: string | undefined
  const store: ListStore<Id> = state

  function keep(): void {
    if (key === undefined) return
    const { view, viewId } = state
    const isPlain = viewId === undefined && isSame(view, plain)
    writeStored(key, isPlain ? undefined : JSON.stringify({ viewId, form: toListViewForm(view) }))
  }

  /** Looks at the page otherwise; kept for the next visit. */
  function setView(changes: Partial<ListViewState>): void {
    state.view = ref({ ...state.view, ...changes })
    keep()
  }

  /** Forgets everything that is not kept; for tests and for another project. */
  function reset(): void {
    key = undefined
    Object.assign(state, start())
    state.selected.clear()
  }

  return {
    page,
    plain,
    store,
    setView,
    reset,
    /** Starts afresh for a project, with how this person looked at it last in this browser. */
    enter: (userId: UserId, projectId: ProjectId): void => {
      reset()
      key = `${page}View_${projectId}_${userId}`
      state.isEntered = true
      const kept = readKept(readStored(key))
      if (kept === undefined) return
      state.view = ref(readListViewForm(kept.form, plain))
      state.viewId = kept.viewId === undefined ? undefined : toId<ProjectViewId>(kept.viewId)
    },
    /** Looks at the page as a saved view says; without one as it begins. */
    openView: (view: ListViewState = plain, viewId?: ProjectViewId): void => {
      Object.assign(state, { query: '', collapsed: ref(new Set<string>()), viewId })
      setView(view)
    },
    setQuery: (query: string): void => {
      state.query = query
    },
    toggleFilter: (isOpen = !state.isFilterOpen): void => {
      state.isFilterOpen = isOpen
    },
    /** Says that conditions can be read from now on. */
    noteLanguage: (): void => {
      state.languageVersion += 1
    },
    ...makeChoosing(state),
  }
}

function startOf<Id extends string>(plain: ListViewState): Omit<ListState<Id>, 'selected' | 'languageVersion'> {
  return {
    isEntered: false,
    view: ref(plain),
    viewId: undefined,
    query: '',
    isFilterOpen: false,
    collapsed: ref(new Set<string>()),
    focus: undefined,
    anchor: undefined,
    column: undefined,
    range: noRange(),
    editing: undefined,
  }
}

function noRange(): CellSelection {
  return ref({ ...emptyCellSelection })
}

function makeChoosing<Id extends string>(state: ListState<Id>) {
  return {
    /** Folds these groups away and no others. */
    setCollapsed: (keys: Iterable<string>): void => {
      state.collapsed = ref(new Set(keys))
    },
    /** Puts the keys on a row; a range that is chosen grows from the last one. */
    focus: (focus: Id | undefined): void => {
      Object.assign(state, { focus, anchor: focus, range: noRange() })
    },
    /** Moves the keys on and leaves where a range began. */
    extend: (focus: Id): void => {
      Object.assign(state, { focus, range: noRange() })
    },
    /** Puts the keys on a cell of the row that they are on; without a column on all of the row. */
    focusColumn: (column: string | undefined): void => {
      Object.assign(state, { column, range: noRange() })
    },
    /** Chooses a range of cells instead of rows, with the keys on the cell where it ends. */
    chooseCells: (
      range: CellSelection,
      { rowId, columnId }: { readonly rowId: Id; readonly columnId: string },
    ): void => {
      Object.assign(state, { range: ref({ ...range }), focus: rowId, anchor: rowId, column: columnId })
      state.selected.clear()
    },
    /** Begins to write a cell, or ends it. */
    edit: (editing: WrittenAt | undefined): void => {
      state.editing = editing && ref(editing)
    },
    /** Chooses exactly these rows. */
    select: (ids: Iterable<Id>): void => {
      state.range = noRange()
      state.selected.clear()
      for (const id of ids) state.selected.add(id)
    },
    /** Chooses a row, or no longer. */
    toggle: (id: Id): void => {
      state.range = noRange()
      if (!state.selected.delete(id)) state.selected.add(id)
    },
  }
}

function readKept(text: string | undefined) {
  try {
    const kept: unknown = JSON.parse(text ?? 'null')
    if (typeof kept !== 'object' || kept === null || !('form' in kept)) return undefined
    const { form } = kept
    const viewId = 'viewId' in kept && typeof kept.viewId === 'string' ? kept.viewId : undefined
    return typeof form === 'object' && form !== null ? { form: { ...form }, viewId } : undefined
  } catch {
    return undefined
  }
}
