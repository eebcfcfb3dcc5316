/** An entry of a list that can be filtered and selected. */
export type Line = { readonly id: string; readonly haystack: string }

/** A list's state: the typed filter, the cursor and the selection. */
export type ListState = {
  readonly filter: string
  /** Its index among the lines shown. */
  readonly cursor: number
  readonly selected: ReadonlySet<string>
  /** The line a range starts from. */
  readonly anchor: number
}

export const freshList: ListState = { filter: '', cursor: 0, selected: new Set(), anchor: 0 }

/** Returns the lines that contain every word of a filter; words are separated by commas, because Space selects. */
export function filterLines<Each extends Line>(lines: readonly Each[], filter: string): readonly Each[] {
  const words = filter
    .toLowerCase()
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
  return words.length === 0 ? lines : lines.filter(({ haystack }) => words.every((word) => haystack.includes(word)))
}

/** Returns the part of a list that fits, with the cursor in it. */
export function windowOf(count: number, cursor: number, room: number): { readonly from: number; readonly to: number } {
  const from = Math.max(0, Math.min(cursor - Math.floor(room / 2), count - room))
  return { from, to: Math.min(count, from + room) }
}

/** Sets the filter and moves the cursor to the first line; the selection stays. */
export function typeFilter(state: ListState, filter: string): ListState {
  return { ...state, filter, cursor: 0, anchor: 0 }
}

/** Moves the cursor within bounds; with `isRange` selects everything on the way. */
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

/** Toggles the cursor's line and moves the cursor down. */
export function toggleLine(state: ListState, lines: readonly Line[]): ListState {
  const line = lines[state.cursor]
  if (line === undefined) return state
  const selected = new Set(state.selected)
  if (!selected.delete(line.id)) selected.add(line.id)
  const cursor = Math.min(lines.length - 1, state.cursor + 1)
  return { ...state, selected, cursor, anchor: cursor }
}

/** Selects everything shown, or deselects it if all of it was selected. */
export function toggleAll(state: ListState, lines: readonly Line[]): ListState {
  const selected = new Set(state.selected)
  const areAllIn = lines.every(({ id }) => selected.has(id))
  for (const { id } of lines) {
    if (areAllIn) selected.delete(id)
    else selected.add(id)
  }
  return { ...state, selected }
}
