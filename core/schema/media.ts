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
    /** Frames a second as found in the file, such as `24000/1001`; see `parseFrameRate`. */
    frameRate: optional(text),
    frameCount: optional(number),
    durationMs: optional(number),
    /** How its pictures are coded, such as `avc1.640028`. */
    codec: optional(text),
    /** The timecode of the first frame, such as `01:00:00:00`; `00:59:58;12` where numbers are dropped. */
    startTimecode: optional(text),
    /** The number of its first frame; absent where frames count as its item's do. */
    firstFrame: optional(number),
    /** How loud it is over its length; see `readWaveform`. */
    waveform: optional(text),
    posterMediaId: optional(of<MediaId>()),
    /** Of at most 256 pixels, for where many files are shown. */
    thumbnailMediaId: optional(of<MediaId>()),
    /** What browsers show in its stead: a film of the same frames, or a picture. Made by a media worker. */
    proxyMediaId: optional(of<MediaId>()),
    /** The same frames in 1080p. */
    largeProxyMediaId: optional(of<MediaId>()),
    /** How far a media worker is with it, 0 to 100; absent while none is at work on it. */
    previewPercent: optional(number),
    /** Whether it waits for its turn at a media worker. */
    previewWaits: initially(false, flag),
    /** Why no media worker could make its proxy and pictures, in a sentence. */
    previewProblem: optional(text),
    /** What somebody who looks at its proxy has to know: frames that are missing, light that was changed. */
    previewNote: optional(text),
    /** False until the file itself has arrived. */
    isStored: flag,
    createdBy: optional(of<UserId>()),
    createdAt: moment,
  },
})

/** A file. */
export type MediaRow = RowOf<typeof media>

/** The files of a revision, in order. */
export const versionMedia = defineTable({
  key: ['versionId', 'mediaId'],
  scopes: ['item'],
  belongsTo: { table: 'task_versions', field: 'versionId' },
  order: (first, second) => first.displayOrder - second.displayOrder,
  fields: { versionId: of<VersionId>(), mediaId: of<MediaId>(), displayOrder: number },
})

/** The files of a comment, in order. */
export const commentAttachments = defineTable({
  key: ['commentId', 'mediaId'],
  scopes: ['item'],
  belongsTo: { table: 'comments', field: 'commentId' },
  order: (first, second) => first.displayOrder - second.displayOrder,
  fields: { commentId: of<CommentId>(), mediaId: of<MediaId>(), displayOrder: number },
})
