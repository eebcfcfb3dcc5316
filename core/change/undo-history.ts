/** What can be undone and redone, newest last; immutable. Entries are opaque: their owner undoes and redoes them. */
export type UndoHistory<Entry> = {
  readonly past: readonly Entry[]
  readonly future: readonly Entry[]
  readonly limit: number
}

/** An entry removed from a history, and the remaining history. */
export type Taken<Entry> = { readonly entry: Entry; readonly history: UndoHistory<Entry> }

/** Makes an empty history that holds up to `limit` entries. */
export function makeUndoHistory<Entry>(limit: number): UndoHistory<Entry> {
  return { past: [], future: [], limit }
}

/** Records an action; drops the oldest beyond the limit and everything that could be redone. */
export function recordUndo<Entry>(history: UndoHistory<Entry>, entry: Entry): UndoHistory<Entry> {
  return { ...history, past: keepNewest([...history.past, entry], history.limit), future: [] }
}

/** Removes the newest action, to be undone; undefined where there is none. */
export function popPast<Entry>(history: UndoHistory<Entry>): Taken<Entry> | undefined {
  const entry = history.past.at(-1)
  return entry === undefined ? undefined : { entry, history: { ...history, past: history.past.slice(0, -1) } }
}

/** Removes the action undone last, to be redone; undefined where there is none. */
export function popFuture<Entry>(history: UndoHistory<Entry>): Taken<Entry> | undefined {
  const entry = history.future.at(-1)
  return entry === undefined ? undefined : { entry, history: { ...history, future: history.future.slice(0, -1) } }
}

/** Records an undone action, with the entry that redoes it. */
export function pushFuture<Entry>(history: UndoHistory<Entry>, entry: Entry): UndoHistory<Entry> {
  return { ...history, future: [...history.future, entry] }
}

/** Records a redone action, with the entry that undoes it; other redo entries stay. */
export function pushPast<Entry>(history: UndoHistory<Entry>, entry: Entry): UndoHistory<Entry> {
  return { ...history, past: keepNewest([...history.past, entry], history.limit) }
}

function keepNewest<Entry>(entries: readonly Entry[], limit: number): readonly Entry[] {
  return entries.slice(Math.max(0, entries.length - limit))
}
