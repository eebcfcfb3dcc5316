import { makeListeners } from '#core/lib/listeners.ts'
import {
  makeUndoHistory,
  pushFuture,
  pushPast,
  recordUndo,
  popFuture,
  popPast,
  type UndoHistory,
} from '#core/change/undo-history.ts'
import type { CommandUndo } from './define-command.ts'

const LIMIT = 100
/**
 * A command still running after this long is waiting for a person or the network, not for this device to store a
 * change.
 */
const MOST_MILLISECONDS = 1000

/** What can be undone on this page. The references board has its own stack, made the same way. */
export interface UndoStack {
  readonly record: (entry: CommandUndo) => void
  /** Reports that a command has started, which may record something when it finishes. */
  readonly expect: (command: Promise<unknown>) => void
  /**
   * Undoes or redoes the newest entry and returns its label; undefined if there is none. Waits for commands under way,
   * whose changes show before they are recorded, so that fast key presses do not undo the step before.
   */
  readonly undo: () => Promise<string | undefined>
  readonly redo: () => Promise<string | undefined>
  readonly canUndo: () => boolean
  readonly canRedo: () => boolean
  readonly clear: () => void
  /** The history, newest last; a new object after each change. */
  readonly get: () => UndoHistory<CommandUndo>
  /** Restores the history of an earlier visit. */
  readonly resume: (history: Pick<UndoHistory<CommandUndo>, 'past' | 'future'>) => void
  readonly subscribe: (listener: () => void) => () => void
}

/** Returns an empty stack of at most `limit` steps. */
export function makeUndoStack(limit = LIMIT): UndoStack {
  let history: UndoHistory<CommandUndo> = makeUndoHistory(limit)
  const underway = new Set<Promise<unknown>>()
  let moves = 0
  let lastMove: Promise<unknown> = Promise.resolve()
  const listeners = makeListeners()
  const set = (next: UndoHistory<CommandUndo>): void => {
    history = next
    listeners.tell()
  }
  const settle = async (): Promise<void> => {
    if (underway.size === 0) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const tooLong = new Promise((resolve) => (timer = setTimeout(resolve, MOST_MILLISECONDS)))
    await Promise.race([Promise.allSettled(underway), tooLong])
    clearTimeout(timer)
  }
  const moveNow = async (take: typeof popPast, put: typeof pushFuture): Promise<string | undefined> => {
    const taken = take(history)
    if (taken === undefined) return undefined
    set(taken.history)
    // The entry leaves alone what other people have changed since.
    const back = await taken.entry.undo()
    if (back !== undefined) set(put(history, back))
    return taken.entry.label
  }
  // One at a time: an undo's redo entry exists only once the undo is done, while its rows show earlier.
  const move = async (take: typeof popPast, put: typeof pushFuture): Promise<string | undefined> => {
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
    undo: () => move(popPast, pushFuture),
    redo: () => move(popFuture, pushPast),
    canUndo: () => history.past.length > 0 || underway.size > 0,
    canRedo: () => history.future.length > 0 || moves > 0,
    clear: () => {
      underway.clear()
      set(makeUndoHistory(limit))
    },
    get: () => history,
    resume: ({ past, future }) => set({ past, future, limit }),
    subscribe: listeners.subscribe,
  }
}

/** The undo history of everything a person does to data. */
export const undoStack = makeUndoStack()
