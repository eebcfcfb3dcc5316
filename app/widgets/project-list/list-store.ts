import { parseJson } from '#core/lib/json.ts'
import { proxy, ref } from 'valtio'
import { proxySet } from 'valtio/utils'
import { readListViewForm, toListViewForm, type ListViewState } from '#core/projects/list-view-form.ts'
import { isSame } from '#core/lib/is-same.ts'
import { emptyCellSelection, type CellSelection } from '#core/lib/selection-range.ts'
import { toId, type ProjectId, type ProjectViewId, type UserId } from '#core/lib/ids.ts'
import type { ViewedPage } from '#core/schema/project-views.ts'
import { readStored, writeStored } from '#app/lib/browser-storage.ts'

/** The cell being edited, and the text typed by the key that started it. */
export type EditedCell = { readonly rowId: string; readonly columnId: string; readonly draft: string | undefined }

type ListState<Id extends string> = {
  /** Whether a project's view has been loaded. */
  isEntered: boolean
  view: ListViewState
  /** The saved view opened last. */
  viewId: ProjectViewId | undefined
  query: string
  isFilterOpen: boolean
  /** The keys of folded groups. */
  collapsed: ReadonlySet<string>
  /** The focused row; `anchor` is where the selected range of rows began. */
  focus: Id | undefined
  anchor: Id | undefined
  /** The focused cell's column in that row; undefined if the whole row is focused. */
  column: string | undefined
  /** The selected cells, from where the range began to the focused cell; empty if there is only that one. */
  range: CellSelection
  /** The cell being edited. */
  editing: EditedCell | undefined
  /** Increases when the language of conditions is loaded. */
  languageVersion: number
  readonly selected: Set<Id>
}

/** How someone views a project's list, and what is selected in it. The view is replaced, never mutated. */
export type ListStore<Id extends string = string> = Readonly<Omit<ListState<Id>, 'selected'>> & {
  readonly selected: ReadonlySet<Id>
}

export type ProjectList<Id extends string = string> = ReturnType<typeof makeListStore<Id>>

/** Returns the store of a project's list with saved views, and its actions. */
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

  /** Changes the view, and saves it for the next visit. */
  function setView(changes: Partial<ListViewState>): void {
    state.view = ref({ ...state.view, ...changes })
    keep()
  }

  /** Clears everything not saved; for tests and for switching projects. */
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
    /** Starts with a project, using this person's last view of it in this browser. */
    enter: (userId: UserId, projectId: ProjectId): void => {
      reset()
      key = `${page}View_${projectId}_${userId}`
      state.isEntered = true
      const kept = readKept(readStored(key))
      if (kept === undefined) return
      state.view = ref(readListViewForm(kept.form, plain))
      state.viewId = kept.viewId === undefined ? undefined : toId<ProjectViewId>(kept.viewId)
    },
    /** Shows a saved view; without one, the initial view. */
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
    /** Reports that conditions can now be read. */
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
    /** Folds exactly these groups. */
    setCollapsed: (keys: Iterable<string>): void => {
      state.collapsed = ref(new Set(keys))
    },
    /** Focuses a row; a range of rows starts from the row focused last. */
    focus: (focus: Id | undefined): void => {
      Object.assign(state, { focus, anchor: focus, range: noRange() })
    },
    /** Moves the focus, leaving the range's anchor. */
    extend: (focus: Id): void => {
      Object.assign(state, { focus, range: noRange() })
    },
    /** Focuses a cell of the focused row; without a column, the whole row. */
    focusColumn: (column: string | undefined): void => {
      Object.assign(state, { column, range: noRange() })
    },
    /** Selects a range of cells instead of rows, with the focus on the cell where it ends. */
    chooseCells: (
      range: CellSelection,
      { rowId, columnId }: { readonly rowId: Id; readonly columnId: string },
    ): void => {
      Object.assign(state, { range: ref({ ...range }), focus: rowId, anchor: rowId, column: columnId })
      state.selected.clear()
    },
    /** Starts editing a cell, or ends it. */
    edit: (editing: EditedCell | undefined): void => {
      state.editing = editing && ref(editing)
    },
    /** Selects exactly these rows. */
    select: (ids: Iterable<Id>): void => {
      state.range = noRange()
      state.selected.clear()
      for (const id of ids) state.selected.add(id)
    },
    /** Selects or deselects a row. */
    toggle: (id: Id): void => {
      state.range = noRange()
      if (!state.selected.delete(id)) state.selected.add(id)
    },
  }
}

function readKept(text: string | undefined) {
  const kept = parseJson(text)
  if (typeof kept !== 'object' || kept === null || !('form' in kept)) return undefined
  const { form } = kept
  const viewId = 'viewId' in kept && typeof kept.viewId === 'string' ? kept.viewId : undefined
  return typeof form === 'object' && form !== null ? { form: { ...form }, viewId } : undefined
}
