import type { MediaId } from '#core/lib/ids.ts'
import type { FramePlayer } from './frame-player.ts'

const players = new Map<MediaId, FramePlayer>()
const layers = new Map<MediaId, HTMLElement>()

/** The player of a film that is loaded, in view or to be next. */
export function findDeckPlayer(mediaId: MediaId): FramePlayer | undefined {
  return players.get(mediaId)
}

/** Says which player shows a film, until it is gone. */
export function setDeckPlayer(mediaId: MediaId, player: FramePlayer | undefined): void {
  if (player === undefined) players.delete(mediaId)
  else players.set(mediaId, player)
}

/** Says which element a loaded film lies in, until it is gone. */
export function setDeckLayer(mediaId: MediaId, layer: HTMLElement): () => void {
  layers.set(mediaId, layer)
  return () => {
    if (layers.get(mediaId) === layer) layers.delete(mediaId)
  }
}

/** Puts a loaded film before the others at a cut: its first frame would be over before the page around it is drawn anew. */
export function bringForward(mediaId: MediaId): void {
  if (layers.has(mediaId)) for (const [id, layer] of layers) layer.toggleAttribute('data-ahead', id !== mediaId)
}
