/** One step of an action and the step that takes it back; bulk actions have many. */
export type ReversibleStep<Step> = { readonly apply: Step; readonly revert: Step }

/** What a person did, as one thing to undo; no two of its steps change the same field of the same row. */
export type UndoEntry<Step> = { readonly label: string; readonly steps: readonly ReversibleStep<Step>[] }

/** What can be undone and redone, newest last; immutable. */
export type UndoHistory<Step> = {
  readonly past: readonly UndoEntry<Step>[]
  readonly future: readonly UndoEntry<Step>[]
  readonly limit: number
}

/**
 * What an undo or redo comes to: the steps to carry out now, and how many were refused because somebody else changed
 * their target in between. The refused ones are forgotten; nothing of theirs may be overwritten.
 */
export type UndoOutcome<Step> = {
  readonly history: UndoHistory<Step>
  readonly label: string
  readonly steps: readonly Step[]
  readonly refusedCount: number
}

/** Tells whether what a step left behind is still as it left it. */
export type IsUntouched<Step> = (left: Step) => boolean

/** An empty history that keeps so many entries. */
export function makeUndoHistory<Step>(limit: number): UndoHistory<Step> {
  return { past: [], future: [], limit }
}

/** Remembers an action, forgetting the oldest beyond the limit and all that could be redone. */
export function recordUndo<Step>(history: UndoHistory<Step>, entry: UndoEntry<Step>): UndoHistory<Step> {
  if (entry.steps.length === 0) return history
  return { ...history, past: keepNewest([...history.past, entry], history.limit), future: [] }
}

/** Takes back the newest action, its steps in reverse order; absent when there is none. */
export function undo<Step>(history: UndoHistory<Step>, isUntouched: IsUntouched<Step>): UndoOutcome<Step> | undefined {
  const entry = history.past.at(-1)
  if (entry === undefined) return undefined
  const kept = entry.steps.filter((step) => isUntouched(step.apply))
  return {
    history: { ...history, past: history.past.slice(0, -1), future: withEntry(history.future, entry.label, kept) },
    label: entry.label,
    steps: kept.map((step) => step.revert).toReversed(),
    refusedCount: entry.steps.length - kept.length,
  }
}

/** Does the last undone action again; absent when there is none. */
export function redo<Step>(history: UndoHistory<Step>, isUntouched: IsUntouched<Step>): UndoOutcome<Step> | undefined {
  const entry = history.future.at(-1)
  if (entry === undefined) return undefined
  const kept = entry.steps.filter((step) => isUntouched(step.revert))
  return {
    history: { ...history, past: withEntry(history.past, entry.label, kept), future: history.future.slice(0, -1) },
    label: entry.label,
    steps: kept.map((step) => step.apply),
    refusedCount: entry.steps.length - kept.length,
  }
}

function withEntry<Step>(
  entries: readonly UndoEntry<Step>[],
  label: string,
  steps: readonly ReversibleStep<Step>[],
): readonly UndoEntry<Step>[] {
  return steps.length === 0 ? entries : [...entries, { label, steps }]
}

function keepNewest<Entry>(entries: readonly Entry[], limit: number): readonly Entry[] {
  return entries.slice(Math.max(0, entries.length - limit))
}
