/** Something in a list that can be filtered and selected. */
export type Line = { readonly id: string; readonly haystack: string }

/** Where somebody is in a list: what they typed, the line they are on, what they selected. */
export type ListState = {
  readonly filter: string
  /** Where they are among the lines that are shown. */
  readonly cursor: number
  readonly selected: ReadonlySet<string>
  /** The line a range starts from. */
  readonly anchor: number
}

export const freshList: ListState = { filter: '', cursor: 0, selected: new Set(), anchor: 0 }

/** The lines that hold every word of a filter; words are separated by commas, as a space selects. */
export function filterLines<Each extends Line>(lines: readonly Each[], filter: string): readonly Each[] {
  const words = filter
    .toLowerCase()
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
  return words.length === 0 ? lines : lines.filter(({ haystack }) => words.every((word) => haystack.includes(word)))
}

/** The part of a list that fits, with the cursor in it; as many lines as there is room for, however long the list. */
export function windowOf(count: number, cursor: number, room: number): { readonly from: number; readonly to: number } {
  const from = Math.max(0, Math.min(cursor - Math.floor(room / 2), count - room))
  return { from, to: Math.min(count, from + room) }
}

/** Another filter: the cursor goes to the first line, what is selected stays. */
export function typeFilter(state: ListState, filter: string): ListState {
  return { ...state, filter, cursor: 0, anchor: 0 }
}

/** The cursor on another line, as far as there are any; with `isRange` everything on the way is selected. */
export function moveCursor(
  state: ListState,
  move: { readonly by: number; readonly isRange: boolean },
  lines: readonly Line[],
): ListState {
  const cursor = Math.max(0, Math.min(lines.length - 1, state.cursor + move.by))
  if (!move.isRange) return { ...state, cursor, anchor: cursor }
  const [from, to] = [Math.min(state.anchor, cursor), Math.max(state.anchor, cursor)]
  const selected = new Set([...state.selected, ...lines.slice(from, to + 1).map(({ id }) => id)])
  return { ...state, cursor, selected }
}

/** The line of the cursor in or out of the selection, the cursor one further. */
export function toggleLine(state: ListState, lines: readonly Line[]): ListState {
  const line = lines[state.cursor]
  if (line === undefined) return state
  const selected = new Set(state.selected)
  if (!selected.delete(line.id)) selected.add(line.id)
  const cursor = Math.min(lines.length - 1, state.cursor + 1)
  return { ...state, selected, cursor, anchor: cursor }
}

/** Everything that is shown in the selection, or out of it where all of it was. */
export function toggleAll(state: ListState, lines: readonly Line[]): ListState {
  const selected = new Set(state.selected)
  const areAllIn = lines.every(({ id }) => selected.has(id))
  for (const { id } of lines) {
    if (areAllIn) selected.delete(id)
    else selected.add(id)
  }
  return { ...state, selected }
}
