import type { MediaId } from '#core/lib/ids.ts'
import type { FramePlayer } from './frame-player.ts'

const players = new Map<MediaId, FramePlayer>()
const layers = new Map<MediaId, HTMLElement>()

/** Returns the player of a loaded film: the one in view, or the next. */
export function findDeckPlayer(mediaId: MediaId): FramePlayer | undefined {
  return players.get(mediaId)
}

/** Sets the player of a film; `undefined` removes it. */
export function setDeckPlayer(mediaId: MediaId, player: FramePlayer | undefined): void {
  if (player === undefined) players.delete(mediaId)
  else players.set(mediaId, player)
}

/** Sets the element of a loaded film, until the returned function is called. */
export function setDeckLayer(mediaId: MediaId, layer: HTMLElement): () => void {
  layers.set(mediaId, layer)
  return () => {
    if (layers.get(mediaId) === layer) layers.delete(mediaId)
  }
}

/** Brings a loaded film to the front at a cut: waiting for the page to redraw would miss its first frame. */
export function bringForward(mediaId: MediaId): void {
  if (layers.has(mediaId)) for (const [id, layer] of layers) layer.toggleAttribute('data-ahead', id !== mediaId)
}
