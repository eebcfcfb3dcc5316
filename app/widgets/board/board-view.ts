import { makeListeners } from '#core/lib/listeners.ts'
import type { Camera } from '#core/boards/camera.ts'
import type { Box, Placed, Size } from '#core/boards/geometry.ts'
import type { CanvasItemId } from '#core/lib/ids.ts'

/** A text being written: of an existing object, or of one added when it is finished. */
export type TextDraft = { readonly id: CanvasItemId | undefined; readonly box: Placed; readonly text: string }

/** An object's temporary place, text size and crop during a gesture. */
export type Draft = Placed & { readonly fontSize: number; readonly crop?: string | undefined }

/** How one person views a board; none of it is stored. */
export type BoardView = {
  readonly camera: Camera
  readonly window: Size
  readonly tool: 'select' | 'pan' | 'pick'
  readonly isSnapping: boolean
  readonly isGreyscale: boolean
  readonly isFullscreen: boolean
  readonly isMinimapShown: boolean
  readonly selection: ReadonlySet<CanvasItemId>
  /** The object that keys act on: the focused one in the list of objects. */
  readonly focused: CanvasItemId | undefined
  /** Whether the keyboard is in that list, so that the drawing shows the focus. */
  readonly isFocusShown: boolean
  readonly hovered: CanvasItemId | undefined
  readonly writing: TextDraft | undefined
  /** The picture being cropped. */
  readonly cropping: CanvasItemId | undefined
  readonly drafts: ReadonlyMap<CanvasItemId, Draft>
  /** The area being selected, in board pixels. */
  readonly area: Box | undefined
  /** The announcement for screen readers. */
  readonly spoken: string
}

export type BoardViewStore = {
  readonly get: () => BoardView
  readonly set: (changes: Partial<BoardView>) => void
  readonly subscribe: (listener: () => void) => () => void
}

const nothing: BoardView = {
  camera: { x: -50, y: -50, zoom: 1 },
  window: { width: 0, height: 0 },
  tool: 'select',
  isSnapping: false,
  isGreyscale: false,
  isFullscreen: false,
  isMinimapShown: true,
  selection: new Set(),
  focused: undefined,
  isFocusShown: false,
  hovered: undefined,
  writing: undefined,
  cropping: undefined,
  drafts: new Map(),
  area: undefined,
  spoken: '',
}

/** The view of one opened board. Not a proxy: it changes with every move of the pointer. */
export function makeBoardView(): BoardViewStore {
  let state = nothing
  const listeners = makeListeners()
  return {
    get: () => state,
    set: (changes) => {
      state = { ...state, ...changes }
      listeners.tell()
    },
    subscribe: listeners.subscribe,
  }
}
