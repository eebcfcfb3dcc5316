import type { CommentId, MediaId, UserId, VersionId } from '#core/lib/ids.ts'
import {
  decimal,
  defineTable,
  flag,
  initially,
  moment,
  number,
  of,
  optional,
  text,
  type RowOf,
} from './define-table.ts'

export const media = defineTable({
  key: ['id'],
  scopes: ['item', 'board'],
  fields: {
    id: of<MediaId>(),
    filename: text,
    contentType: text,
    sizeBytes: decimal,
    width: optional(number),
    height: optional(number),
    /** Frames per second as found in the file, such as `24000/1001`; see `parseFrameRate`. */
    frameRate: optional(text),
    frameCount: optional(number),
    durationMs: optional(number),
    /** The codec string of its pictures, such as `avc1.640028`. */
    codec: optional(text),
    /** The timecode of the first frame, such as `01:00:00:00`; `00:59:58;12` for drop-frame. */
    startTimecode: optional(text),
    /** The number of its first frame; absent where the item's numbering applies. */
    firstFrame: optional(number),
    /** Its loudness over time; see `readWaveform`. */
    waveform: optional(text),
    posterMediaId: optional(of<MediaId>()),
    /** At most 256 pixels, for lists of many files. */
    thumbnailMediaId: optional(of<MediaId>()),
    /** What browsers show instead: a film of the same frames, or a picture. Made by a media worker. */
    proxyMediaId: optional(of<MediaId>()),
    /** The same frames at 1080p. */
    largeProxyMediaId: optional(of<MediaId>()),
    /** A media worker's progress, 0 to 100; absent while none is processing it. */
    previewPercent: optional(number),
    /** Whether it is queued for a media worker. */
    previewWaits: initially(false, flag),
    /** Why no media worker could make its proxy and pictures, as a sentence. */
    previewProblem: optional(text),
    /** What viewers of the proxy must know: missing frames, altered light. */
    previewNote: optional(text),
    /** False until the file has been uploaded. */
    isStored: flag,
    createdBy: optional(of<UserId>()),
    createdAt: moment,
  },
})

/** A file. */
export type MediaRow = RowOf<typeof media>

/** The files of a revision, with their order. */
export const versionMedia = defineTable({
  key: ['versionId', 'mediaId'],
  scopes: ['item'],
  belongsTo: { table: 'task_versions', field: 'versionId' },
  order: (first, second) => first.displayOrder - second.displayOrder,
  fields: { versionId: of<VersionId>(), mediaId: of<MediaId>(), displayOrder: number },
})

/** The files of a comment, with their order. */
export const commentAttachments = defineTable({
  key: ['commentId', 'mediaId'],
  scopes: ['item'],
  belongsTo: { table: 'comments', field: 'commentId' },
  order: (first, second) => first.displayOrder - second.displayOrder,
  fields: { commentId: of<CommentId>(), mediaId: of<MediaId>(), displayOrder: number },
})
