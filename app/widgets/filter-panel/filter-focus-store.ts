import { proxy } from 'valtio/vanilla'

type FilterFocus = {
  /** The index of the condition whose value is typed next. */
  at: number | undefined
}

const state = proxy<FilterFocus>({ at: undefined })

/** Which condition of a filter panel wants the focus: the palette that adds conditions is elsewhere on the page. */
export const filterFocusStore: Readonly<FilterFocus> = state

export function focusCondition(at: number | undefined): void {
  state.at = at
}
