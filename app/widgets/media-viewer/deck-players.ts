import type { MediaId } from '#core/lib/ids.ts'
import type { FramePlayer } from './frame-player.ts'

const players = new Map<MediaId, FramePlayer>()

/** The player of a film that is loaded, in view or to be next. */
export function findDeckPlayer(mediaId: MediaId): FramePlayer | undefined {
  return players.get(mediaId)
}

/** Says which player shows a film, until it is gone. */
export function setDeckPlayer(mediaId: MediaId, player: FramePlayer | undefined): void {
  if (player === undefined) players.delete(mediaId)
  else players.set(mediaId, player)
}
