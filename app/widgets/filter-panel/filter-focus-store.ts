import { proxy } from 'valtio/vanilla'

type FilterFocus = {
  /** The place of the condition whose value is to be written next. */
  at: number | undefined
}

const state = proxy<FilterFocus>({ at: undefined })

/** Which condition of a filter panel asks for the focus: the palette adds conditions, which is elsewhere on the page. */
export const filterFocusStore: Readonly<FilterFocus> = state

export function focusCondition(at: number | undefined): void {
  state.at = at
}
