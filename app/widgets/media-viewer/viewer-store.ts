import type { MediaId } from '#core/lib/ids.ts'
import type { FramePlayer } from './frame-player.ts'
import type { ImageZoom } from './image-zoom.ts'

/** What the keys of the viewer act on. */
export type ViewerTarget =
  | { readonly kind: 'video'; readonly player: FramePlayer; readonly mediaId: MediaId }
  | { readonly kind: 'audio'; readonly element: HTMLAudioElement }
  | { readonly kind: 'image'; readonly zoom: ImageZoom }

/** A frame somebody commented on. */
export type FrameMarker = { readonly commentId: string; readonly frame: number; readonly label: string }

type ViewerState = {
  readonly target: ViewerTarget | undefined
  /** What fills the screen when asked to. */
  readonly stage: HTMLElement | undefined
  readonly markers: readonly FrameMarker[]
}

// Not a proxy: it holds elements and a player, which change by themselves.
let state: ViewerState = { target: undefined, stage: undefined, markers: [] }
const listeners = new Set<() => void>()

/** The one viewer on the page. */
export const viewerStore = {
  get: (): ViewerState => state,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
} as const

/** Puts something into the viewer until the answer is called. */
export function showInViewer(target: ViewerTarget): () => void {
  change({ target })
  return () => {
    if (state.target === target) change({ target: undefined })
  }
}

export function setViewerStage(stage: HTMLElement | undefined): void {
  change({ stage })
}

export function setViewerMarkers(markers: readonly FrameMarker[]): void {
  change({ markers })
}

/** The player of the video in view. */
export function findPlayer(): FramePlayer | undefined {
  return state.target?.kind === 'video' ? state.target.player : undefined
}

function change(changes: Partial<ViewerState>): void {
  state = { ...state, ...changes }
  for (const listener of listeners) listener()
}
