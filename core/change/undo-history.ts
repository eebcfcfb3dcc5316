/** What can be undone and redone, newest last; immutable. An entry is whatever its owner takes back and does again. */
export type UndoHistory<Entry> = {
  readonly past: readonly Entry[]
  readonly future: readonly Entry[]
  readonly limit: number
}

/** An entry taken out of a history, and what is left of it. */
export type Taken<Entry> = { readonly entry: Entry; readonly history: UndoHistory<Entry> }

/** An empty history that keeps so many entries. */
export function makeUndoHistory<Entry>(limit: number): UndoHistory<Entry> {
  return { past: [], future: [], limit }
}

/** Remembers an action, forgetting the oldest beyond the limit and all that could be redone. */
export function recordUndo<Entry>(history: UndoHistory<Entry>, entry: Entry): UndoHistory<Entry> {
  return { ...history, past: keepNewest([...history.past, entry], history.limit), future: [] }
}

/** Takes the newest action out, to be taken back; absent where there is none. */
export function takePast<Entry>(history: UndoHistory<Entry>): Taken<Entry> | undefined {
  const entry = history.past.at(-1)
  return entry === undefined ? undefined : { entry, history: { ...history, past: history.past.slice(0, -1) } }
}

/** Takes the action out that was taken back last, to be done again; absent where there is none. */
export function takeFuture<Entry>(history: UndoHistory<Entry>): Taken<Entry> | undefined {
  const entry = history.future.at(-1)
  return entry === undefined ? undefined : { entry, history: { ...history, future: history.future.slice(0, -1) } }
}

/** Remembers what was taken back, with what does it again. */
export function putFuture<Entry>(history: UndoHistory<Entry>, entry: Entry): UndoHistory<Entry> {
  return { ...history, future: [...history.future, entry] }
}

/** Remembers what was done again, with what takes it back; what could be redone besides stays. */
export function putPast<Entry>(history: UndoHistory<Entry>, entry: Entry): UndoHistory<Entry> {
  return { ...history, past: keepNewest([...history.past, entry], history.limit) }
}

function keepNewest<Entry>(entries: readonly Entry[], limit: number): readonly Entry[] {
  return entries.slice(Math.max(0, entries.length - limit))
}
