import { makeUndoHistory, recordUndo, redo, undo, type UndoHistory } from '#core/domain/undo-history.ts'
import type { CommandUndo } from './define-command.ts'

type Step = () => unknown

const LIMIT = 100

/** What can be undone on this page. The canvas has a stack of its own, made the same way. */
export interface UndoStack {
  readonly record: (entry: CommandUndo) => void
  /** Takes back, or does again, the newest entry and answers with its label; undefined when there is none. */
  readonly undo: () => Promise<string | undefined>
  readonly redo: () => Promise<string | undefined>
  readonly canUndo: () => boolean
  readonly canRedo: () => boolean
  readonly clear: () => void
}

/** An empty stack of so many steps. */
export function makeUndoStack(limit = LIMIT): UndoStack {
  let history: UndoHistory<Step> = makeUndoHistory(limit)
  const move = async (direction: typeof undo): Promise<string | undefined> => {
    // The operations behind the steps leave alone what somebody else changed since.
    const outcome = direction(history, () => true)
    if (outcome === undefined) return undefined
    history = outcome.history
    for (const step of outcome.steps) await step()
    return outcome.label
  }
  return {
    record: (entry) => {
      history = recordUndo(history, entry)
    },
    undo: () => move(undo),
    redo: () => move(redo),
    canUndo: () => history.past.length > 0,
    canRedo: () => history.future.length > 0,
    clear: () => {
      history = makeUndoHistory(limit)
    },
  }
}

/** The undo history of everything a person does to data. */
export const undoStack = makeUndoStack()
