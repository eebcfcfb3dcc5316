import {
  makeUndoHistory,
  putFuture,
  putPast,
  recordUndo,
  takeFuture,
  takePast,
  type UndoHistory,
} from '#core/change/undo-history.ts'
import type { CommandUndo } from './define-command.ts'

const LIMIT = 100
/** What is still under way after so long waits for a person or the network, not for this device to keep a change. */
const MOST_MILLISECONDS = 1000

/** What can be undone on this page. The canvas has a stack of its own, made the same way. */
export interface UndoStack {
  readonly record: (entry: CommandUndo) => void
  /** A command has begun, which may record something when it is done. */
  readonly expect: (command: Promise<unknown>) => void
  /**
   * Takes back, or does again, the newest entry and answers with its label; undefined when there is none. What shows already but is
   * not recorded yet counts: commands under way are waited for, so that the keys of a quick hand do not take back the step before.
   */
  readonly undo: () => Promise<string | undefined>
  readonly redo: () => Promise<string | undefined>
  readonly canUndo: () => boolean
  readonly canRedo: () => boolean
  readonly clear: () => void
  /** What is in it, the newest last; another one after each change. */
  readonly get: () => UndoHistory<CommandUndo>
  /** Goes on with what an earlier visit left. */
  readonly resume: (history: Pick<UndoHistory<CommandUndo>, 'past' | 'future'>) => void
  readonly subscribe: (listener: () => void) => () => void
}

/** An empty stack of so many steps. */
export function makeUndoStack(limit = LIMIT): UndoStack {
  let history: UndoHistory<CommandUndo> = makeUndoHistory(limit)
  const underway = new Set<Promise<unknown>>()
  let moves = 0
  let lastMove: Promise<unknown> = Promise.resolve()
  const listeners = new Set<() => void>()
  const set = (next: UndoHistory<CommandUndo>): void => {
    history = next
    for (const listener of listeners) listener()
  }
  const settle = async (): Promise<void> => {
    if (underway.size === 0) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const tooLong = new Promise((resolve) => (timer = setTimeout(resolve, MOST_MILLISECONDS)))
    await Promise.race([Promise.allSettled(underway), tooLong])
    clearTimeout(timer)
  }
  const moveNow = async (take: typeof takePast, put: typeof putFuture): Promise<string | undefined> => {
    const taken = take(history)
    if (taken === undefined) return undefined
    set(taken.history)
    // What is behind it leaves alone what somebody else changed since.
    const back = await taken.entry.takeBack()
    if (back !== undefined) set(put(history, back))
    return taken.entry.label
  }
  // One after the other: what an undo puts up for redo is there only once it is done, and its rows show before that.
  const move = async (take: typeof takePast, put: typeof putFuture): Promise<string | undefined> => {
    moves += 1
    const turn = Promise.allSettled([settle(), lastMove]).then(() => moveNow(take, put))
    lastMove = turn
    return await turn.finally(() => (moves -= 1))
  }
  return {
    record: (entry) => {
      set(recordUndo(history, entry))
    },
    expect: (command) => {
      underway.add(command)
      const forget = (): void => void underway.delete(command)
      command.then(forget, forget)
    },
    undo: () => move(takePast, putFuture),
    redo: () => move(takeFuture, putPast),
    canUndo: () => history.past.length > 0 || underway.size > 0,
    canRedo: () => history.future.length > 0 || moves > 0,
    clear: () => {
      underway.clear()
      set(makeUndoHistory(limit))
    },
    get: () => history,
    resume: ({ past, future }) => set({ past, future, limit }),
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The undo history of everything a person does to data. */
export const undoStack = makeUndoStack()
