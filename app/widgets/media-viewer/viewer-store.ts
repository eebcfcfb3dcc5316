import { makeListeners } from '#core/lib/listeners.ts'
import type { Drawing } from '#core/comments/drawing.ts'
import type { CommentId, MediaId, ProjectId } from '#core/lib/ids.ts'
import type { MediaRow } from '#core/schema/media.ts'
import type { AudioPlayer } from './audio-player.ts'
import type { FramePlayer } from './frame-player.ts'
import type { ImageZoom } from './image-zoom.ts'
import type { PictureLookStore } from './picture-look.ts'

/** What the viewer's keys act on. */
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
      /** The exposure and channel of a picture browsers cannot show. */
      readonly look?: PictureLookStore | undefined
      readonly pane: HTMLElement
      readonly mediaId: MediaId
    }

/** A moment of the film someone commented on, or the frame they drew on. */
export type FrameMarker = {
  readonly commentId: string
  readonly at: { readonly seconds: number } | { readonly frame: number }
  /** The frames the comment is about, from 0, both included; absent for a single frame. */
  readonly range?: { readonly from: number; readonly to: number } | undefined
  readonly isDrawn?: boolean
}

/** Returns a marker's frame, noted by seconds or by frame. */
export function frameOfMarker({ at }: FrameMarker, player: FramePlayer): number {
  return 'frame' in at ? at.frame : player.frameAt(at.seconds)
}

/** A drawing on a frame, with a posted comment or in a draft. */
export type ShownDrawing = Drawing & {
  readonly commentId: CommentId | undefined
  readonly author: string
  /** Someone else is drawing it right now: their name is shown beside it. */
  readonly live?: { readonly name: string; readonly color: string }
}

type ViewerState = {
  readonly target: ViewerTarget | undefined
  /** The element that fills the screen on request. */
  readonly stage: HTMLElement | undefined
  readonly markers: readonly FrameMarker[]
  readonly drawings: readonly ShownDrawing[]
  /** The number of a film's first frame as people count. */
  readonly firstFrame: number
  /** The project of the media in view. */
  readonly projectId: ProjectId | undefined
  /** Reloads a file that could not be shown. */
  readonly retry: (() => void) | undefined
  /** Whether films play in the original, instead of their proxies. */
  readonly isOriginal: boolean
  /** Whether the film in view has both a playable original and a proxy. */
  readonly hasBoth: boolean
  /** The file in view whose preview could not be made. */
  readonly unmade: MediaId | undefined
  /** The film in view that this browser cannot play, but could make a proxy of. */
  readonly unplayed: MediaRow | undefined
  /** The picture in view that could get a preview here; `previewing` is the one being made. */
  readonly unpictured: MediaRow | undefined
  readonly previewing: MediaId | undefined
  /** The proxy being made. */
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
const listeners = makeListeners()

/** The state of the page's one viewer. */
export const viewerStore = {
  get: (): ViewerState => state,
  subscribe: listeners.subscribe,
} as const

/** Puts a target into the viewer, until the returned function is called. */
export function showInViewer(target: ViewerTarget): () => void {
  change({ target })
  return () => {
    if (state.target === target) change({ target: undefined })
  }
}

/** Sets the viewer's element. A newly opened viewer starts with the proxies. */
export function setViewerStage(stage: HTMLElement | undefined): void {
  change(stage === undefined ? { stage, isOriginal: false } : { stage })
}

/** Switches between originals and proxies. */
export function setOriginal(isOriginal: boolean): void {
  change({ isOriginal })
}

/** Offers the original of the film in view, until the returned function is called. */
export function offerOriginal(): () => void {
  change({ hasBoth: true })
  return () => change({ hasBoth: false })
}

/** Offers to retry a failed preview, until the returned function is called. */
export function offerRemake(unmade: MediaId): () => void {
  change({ unmade })
  return () => {
    if (state.unmade === unmade) change({ unmade: undefined })
  }
}

/** Offers to make a proxy of the film in view, until the returned function is called. */
export function offerCopy(unplayed: MediaRow): () => void {
  change({ unplayed })
  return () => {
    if (state.unplayed === unplayed) change({ unplayed: undefined })
  }
}

/** Offers to make a preview of the picture in view, until the returned function is called. */
export function offerPreview(unpictured: MediaRow): () => void {
  change({ unpictured })
  return () => {
    if (state.unpictured === unpictured) change({ unpictured: undefined })
  }
}

/** Sets the picture whose preview is being made; `undefined` for none. */
export function setPreviewing(previewing: MediaId | undefined): void {
  change({ previewing })
}

/** Sets the progress of a film's proxy; `undefined` if none is being made. */
export function setCopying(copying: ViewerState['copying']): void {
  change({ copying })
}

/** Sets the markers and drawings of comments. */
export function setViewerNotes(notes: Pick<ViewerState, 'markers' | 'drawings'>): void {
  change(notes)
}

/** Sets the project and the first frame number, until the returned function is called. */
export function placeViewer({ firstFrame, projectId }: Pick<ViewerState, 'firstFrame' | 'projectId'>): () => void {
  change({ firstFrame, projectId })
  return () => change({ firstFrame: 1, projectId: undefined })
}

/** Offers to reload a file that could not be shown, until the returned function is called. */
export function offerRetry(retry: () => void): () => void {
  change({ retry })
  return () => {
    if (state.retry === retry) change({ retry: undefined })
  }
}

/** Returns the player of the video in view. */
export function findPlayer(): FramePlayer | undefined {
  return state.target?.kind === 'video' ? state.target.player : undefined
}

/** Tells whether the media in view can be played. */
export function isPlayable(): boolean {
  return state.target?.kind === 'video' || state.target?.kind === 'audio'
}

function change(changes: Partial<ViewerState>): void {
  state = { ...state, ...changes }
  listeners.tell()
}
