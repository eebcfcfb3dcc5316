import type { Drawing } from '#core/comments/drawing.ts'
import type { CommentId, MediaId, ProjectId } from '#core/lib/ids.ts'
import type { MediaRow } from '#core/schema/media.ts'
import type { AudioPlayer } from './audio-player.ts'
import type { FramePlayer } from './frame-player.ts'
import type { ImageZoom } from './image-zoom.ts'
import type { PictureLookStore } from './picture-look.ts'

/** What the keys of the viewer act on. */
export type ViewerTarget =
  | {
      readonly kind: 'video'
      readonly player: FramePlayer
      readonly mediaId: MediaId
      readonly startTimecode?: string | undefined
    }
  | { readonly kind: 'audio'; readonly player: AudioPlayer }
  | {
      readonly kind: 'image'
      readonly zoom: ImageZoom
      /** How a picture is developed that browsers do not draw. */
      readonly look?: PictureLookStore | undefined
      readonly pane: HTMLElement
      readonly mediaId: MediaId
    }

/** A moment of the film somebody commented on, or the frame they drew on. */
export type FrameMarker = {
  readonly commentId: string
  readonly at: { readonly seconds: number } | { readonly frame: number }
  /** The frames it is about, from 0 and both of them in it, where it is about more than one. */
  readonly range?: { readonly from: number; readonly to: number } | undefined
  readonly isDrawn?: boolean
}

/** The frame of a moment that was noted by its seconds or its frame. */
export function frameOfMarker({ at }: FrameMarker, player: FramePlayer): number {
  return 'frame' in at ? at.frame : player.frameAt(at.seconds)
}

/** What somebody drew on a frame, with a comment or not yet posted. */
export type ShownDrawing = Drawing & {
  readonly commentId: CommentId | undefined
  readonly author: string
  /** Somebody else draws it right now: their name is shown beside it. */
  readonly live?: { readonly name: string; readonly color: string }
}

type ViewerState = {
  readonly target: ViewerTarget | undefined
  /** What fills the screen when asked to. */
  readonly stage: HTMLElement | undefined
  readonly markers: readonly FrameMarker[]
  readonly drawings: readonly ShownDrawing[]
  /** The number that the first frame of a film has for people. */
  readonly firstFrame: number
  /** The project of what is looked at. */
  readonly projectId: ProjectId | undefined
  /** Loads a file again that could not be shown. */
  readonly retry: (() => void) | undefined
  /** Whether films are played as they were sent, instead of by their proxies. */
  readonly isOriginal: boolean
  /** Whether the film in view could be played either way. */
  readonly hasBoth: boolean
  /** The file in view of which no preview could be made. */
  readonly unmade: MediaId | undefined
  /** The film in view that this browser cannot play, and could make a copy of that plays everywhere. */
  readonly unplayed: MediaRow | undefined
  /** The picture in view that has no preview and could get one here, and that of which one is in the making. */
  readonly unpictured: MediaRow | undefined
  readonly previewing: MediaId | undefined
  /** Such a copy in the making. */
  readonly copying: { readonly id: MediaId; readonly percent: number } | undefined
}

// Not a proxy: it holds elements and a player, which change by themselves.
let state: ViewerState = {
  target: undefined,
  stage: undefined,
  markers: [],
  drawings: [],
  firstFrame: 1,
  projectId: undefined,
  retry: undefined,
  isOriginal: false,
  hasBoth: false,
  unmade: undefined,
  unplayed: undefined,
  unpictured: undefined,
  previewing: undefined,
  copying: undefined,
}
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

/** Whoever looks at something anew begins with the proxies. */
export function setViewerStage(stage: HTMLElement | undefined): void {
  change(stage === undefined ? { stage, isOriginal: false } : { stage })
}

/** Plays films as they were sent, or by their proxies. */
export function setOriginal(isOriginal: boolean): void {
  change({ isOriginal })
}

/** Offers the original of the film in view beside its proxy, until the answer is called. */
export function offerOriginal(): () => void {
  change({ hasBoth: true })
  return () => change({ hasBoth: false })
}

/** Offers another try at a preview that could not be made, until the answer is called. */
export function offerRemake(unmade: MediaId): () => void {
  change({ unmade })
  return () => {
    if (state.unmade === unmade) change({ unmade: undefined })
  }
}

/** Offers a copy of the film in view that plays everywhere, until the answer is called. */
export function offerCopy(unplayed: MediaRow): () => void {
  change({ unplayed })
  return () => {
    if (state.unplayed === unplayed) change({ unplayed: undefined })
  }
}

/** Offers a preview of the picture in view, until the answer is called. */
export function offerPreview(unpictured: MediaRow): () => void {
  change({ unpictured })
  return () => {
    if (state.unpictured === unpictured) change({ unpictured: undefined })
  }
}

/** Says of which picture a preview is being made; without one, of none. */
export function tellPreviewing(previewing: MediaId | undefined): void {
  change({ previewing })
}

/** Says how far the copy of a film is; without one that none is in the making. */
export function tellCopying(copying: ViewerState['copying']): void {
  change({ copying })
}

/** Says what was said about which moment, and drawn on which frame. */
export function setViewerNotes(notes: Pick<ViewerState, 'markers' | 'drawings'>): void {
  change(notes)
}

/** Says whose films are looked at, and from which number on their frames are counted, until the answer is called. */
export function placeViewer({ firstFrame, projectId }: Pick<ViewerState, 'firstFrame' | 'projectId'>): () => void {
  change({ firstFrame, projectId })
  return () => change({ firstFrame: 1, projectId: undefined })
}

/** Offers another try at a file that could not be shown, until the answer is called. */
export function offerRetry(retry: () => void): () => void {
  change({ retry })
  return () => {
    if (state.retry === retry) change({ retry: undefined })
  }
}

/** The player of the video in view. */
export function findPlayer(): FramePlayer | undefined {
  return state.target?.kind === 'video' ? state.target.player : undefined
}

/** Whether what is in view has a length and a sound. */
export function isPlayable(): boolean {
  return state.target?.kind === 'video' || state.target?.kind === 'audio'
}

function change(changes: Partial<ViewerState>): void {
  state = { ...state, ...changes }
  for (const listener of listeners) listener()
}
