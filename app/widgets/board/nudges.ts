import type { CanvasEdit } from '#core/boards/change-board.ts'
import type { Point } from '#core/boards/geometry.ts'
import type { CanvasItemId } from '#core/lib/ids.ts'
import type { CanvasItemRow } from '#core/schema/canvas-items.ts'
import type { BoardViewStore, Draft } from './board-view.ts'

/** Longer than a held key takes to start repeating. */
const restMilliseconds = 700

type NudgeDeps = {
  readonly view: BoardViewStore
  readonly getMovable: () => readonly CanvasItemRow[]
  readonly write: (set: readonly CanvasEdit[]) => void
}

/** Moves by arrow keys that are not yet written: however many, they become one step. */
export type Nudges = {
  readonly move: (by: Point) => void
  /** Returns an object where it is now. */
  readonly place: (item: CanvasItemRow) => CanvasItemRow
  readonly isUnderway: () => boolean
  /** Writes the moves now. */
  readonly settle: () => void
}

/** Moves objects by keys: shown at once, written when the keys rest or the person does something else. */
export function makeNudges({ view, getMovable, write }: NudgeDeps): Nudges {
  let moved = new Map<CanvasItemId, Point>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let abort: AbortController | undefined
  const place = (item: CanvasItemRow): CanvasItemRow => ({ ...item, ...moved.get(item.id) })
  const settle = (): void => {
    if (moved.size === 0) return
    clearTimeout(timer)
    abort?.abort()
    const set = [...moved].map(([id, fields]) => ({ id, fields }))
    moved = new Map()
    // The board shows the change before this returns, so that nothing jumps back in between.
    write(set)
    const ids = new Set(set.map(({ id }) => id))
    view.set({ drafts: new Map([...view.get().drafts].filter(([id]) => !ids.has(id))) })
  }
  const watch = (): void => {
    abort = new AbortController()
    const options = { capture: true, signal: abort.signal }
    window.addEventListener('pointerdown', settle, options)
    window.addEventListener('pagehide', settle, options)
    window.addEventListener('keydown', ({ key }) => isNudgeKey(key) || settle(), options)
  }
  return {
    move: ({ x, y }) => {
      const items = getMovable().map(place)
      // A different selection: the previous moves were another step.
      if (items.length !== moved.size || items.some(({ id }) => !moved.has(id))) {
        settle()
        watch()
      }
      moved = new Map(items.map((item) => [item.id, { x: item.x + x, y: item.y + y }]))
      const drafts = items.map((item): [CanvasItemId, Draft] => [item.id, place(item)])
      view.set({ drafts: new Map([...view.get().drafts, ...drafts]) })
      clearTimeout(timer)
      timer = setTimeout(settle, restMilliseconds)
    },
    place,
    isUnderway: () => moved.size > 0,
    settle,
  }
}

function isNudgeKey(key: string): boolean {
  return key.startsWith('Arrow') || key === 'Shift'
}
