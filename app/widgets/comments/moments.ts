import { useMemo } from 'react'
import type { Drawing } from '#core/comments/drawing.ts'
import { formatMoment, formatRange, type TimeForm } from '#core/comments/film-moment.ts'
import { findHereReference } from '#core/comments/here-reference.ts'
import type { StoredHereReference } from '#core/comments/metadata.ts'
import type { MediaId } from '#core/lib/ids.ts'
import { frameAtTime, parseFrameRate, type FrameRate } from '#core/revisions/frame-rate.ts'
import type { ItemReplica } from '#core/revisions/item-replica.ts'
import { mediaKindOf } from '#core/revisions/media-kind.ts'
import { useTimeForm, useViewer } from '#app/widgets/media-viewer/use-viewer.ts'
import { findPlayer, viewerStore } from '#app/widgets/media-viewer/viewer-store.ts'
import type { HereMark } from './comment-text.tsx'

/** Formats moments of films in the reader's time format, however they were written. */
export type Moments = {
  /** The moment an @here points at; undefined if it is not in a known film. */
  ofMark(references: readonly StoredHereReference[], mark: HereMark): string | undefined
  /** For phrases such as `drawing on frame 1013`. */
  ofDrawing(drawing: Pick<Drawing, 'mediaId' | 'frame'>): string
}

/** Returns the moments of an item's files; without an item, only of the one in view. */
export function useMoments(item: ItemReplica | undefined): Moments {
  const form = useTimeForm()
  const { firstFrame, target } = useViewer()
  const version = item?.replica.getVersion('media')
  // oxlint-disable-next-line react/exhaustive-deps -- these are read inside: what is in view, and the rows
  return useMemo(() => makeMoments(item, form, firstFrame), [item, form, firstFrame, target, version])
}

function makeMoments(item: ItemReplica | undefined, form: TimeForm, firstFrame: number): Moments {
  const words = (frame: number, mediaId: MediaId, rate: FrameRate): string =>
    formatMoment(frame, { rate, firstFrame, startTimecode: startOf(item, mediaId) }, form)
  return {
    ofMark: (references, mark) => {
      const { type, data } = findHereReference(references, mark) ?? {}
      if (type !== 'video' || data?.timestamp === undefined || data.mediaId === undefined) return undefined
      if (data.range !== undefined) return formatRange(data.range, firstFrame)
      const rate = rateOf(item, data.mediaId)
      if (rate === undefined) return undefined
      const inView = playerOf(data.mediaId)
      const frame = inView === undefined ? frameAtTime(data.timestamp, rate) : inView.frameAt(data.timestamp)
      return words(frame, data.mediaId, rate)
    },
    ofDrawing: ({ mediaId, frame }) => {
      if (isPicture(item, mediaId)) return 'drawing on the picture'
      const rate = form === 'frame' ? undefined : rateOf(item, mediaId)
      return rate === undefined ? `drawing on frame ${firstFrame + frame}` : `drawing at ${words(frame, mediaId, rate)}`
    },
  }
}

function playerOf(mediaId: MediaId) {
  const { target } = viewerStore.get()
  return target?.kind === 'video' && target.mediaId === mediaId ? findPlayer() : undefined
}

function rateOf(item: ItemReplica | undefined, mediaId: MediaId): FrameRate | undefined {
  const known = item?.replica.find('media', mediaId)?.frameRate
  return playerOf(mediaId)?.getState().rate ?? (known === undefined ? undefined : parseFrameRate(known))
}

function startOf(item: ItemReplica | undefined, mediaId: MediaId): string | undefined {
  const { target } = viewerStore.get()
  const inView = target?.kind === 'video' && target.mediaId === mediaId ? target.startTimecode : undefined
  return inView ?? item?.replica.find('media', mediaId)?.startTimecode
}

function isPicture(item: ItemReplica | undefined, mediaId: MediaId): boolean {
  const { target } = viewerStore.get()
  if (target?.kind === 'image' && target.mediaId === mediaId) return true
  const media = item?.replica.find('media', mediaId)
  return media !== undefined && mediaKindOf(media.contentType) === 'image'
}

/** Capitalises a text that stands alone. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
