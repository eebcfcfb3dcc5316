import { hereReferenceLabel, type HereReferenceData } from '#core/comments/here-reference.ts'
import type { StoredHereReference } from '#core/comments/metadata.ts'
import { newId, type CommentId } from '#core/lib/ids.ts'
import { findPlayer, viewerStore } from '#app/widgets/media-viewer/viewer-store.ts'

/** What points at the frame in view, which is held; undefined where no film is. */
export function referenceToFrame(about: HereReferenceData): StoredHereReference | undefined {
  const player = findPlayer()
  if (player === undefined) return undefined
  player.pause()
  const { rate, frame } = player.getState()
  const { firstFrame } = viewerStore.get()
  const seconds = player.getSeconds()
  return {
    id: newId<CommentId>(),
    type: 'video',
    label: hereReferenceLabel({
      type: 'video',
      seconds,
      rate,
      ...(firstFrame !== 1 && { number: firstFrame + frame }),
    }),
    data: { ...about, timestamp: seconds },
  }
}
