import type { HereReferenceData } from '#core/comments/here-reference.ts'
import { findPlayer } from '#app/widgets/media-viewer/viewer-store.ts'

/** Goes to a reference's frame; if it covers several, they become the played range. */
export function showReference({ timestamp, range }: Pick<HereReferenceData, 'timestamp' | 'range'>): void {
  const player = findPlayer()
  if (player === undefined || timestamp === undefined) return
  const { range: before, frameCount } = player.getState()
  player.seekSeconds(timestamp)
  const { frame } = player.getState()
  if (range !== undefined && range.from < frameCount) {
    player.setRange({ from: range.from, to: Math.min(range.to, frameCount - 1) })
  } else if (before !== undefined && (frame < before.from || frame > before.to)) player.setRange(undefined)
}
