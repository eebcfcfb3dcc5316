import type { Drawing } from '#core/comments/drawing.ts'
import type { MediaId } from '#core/lib/ids.ts'
import type { FeedEntry } from '#app/widgets/comments/comment-feed-model.ts'
import type { FrameMarker, ShownDrawing } from '#app/widgets/media-viewer/viewer-store.ts'

/** Reads the comments and drawings on a film or picture: posted, or still in the draft. */
export function readNotes(
  entries: readonly FeedEntry[],
  mediaId: MediaId,
  drafted: readonly Drawing[],
): { readonly markers: readonly FrameMarker[]; readonly drawings: readonly ShownDrawing[] } {
  const referred = entries.flatMap(({ id, references }) =>
    references.flatMap(({ type, data }): FrameMarker[] =>
      type === 'video' && data.mediaId === mediaId && data.timestamp !== undefined
        ? [{ commentId: id, at: { seconds: data.timestamp }, range: data.range }]
        : [],
    ),
  )
  const posted = entries.flatMap(({ id, author, drawings }) =>
    drawings.map((drawing): ShownDrawing => ({ ...drawing, commentId: id, author: author.name })),
  )
  const own = drafted.map((drawing): ShownDrawing => ({
    ...drawing,
    commentId: undefined,
    author: 'you, not posted yet',
  }))
  const drawings = [...posted, ...own].filter((drawing) => drawing.mediaId === mediaId)
  const drawn = drawings.flatMap(({ commentId, frame }): FrameMarker[] =>
    commentId === undefined ? [] : [{ commentId, at: { frame }, isDrawn: true }],
  )
  return { markers: [...referred, ...drawn], drawings }
}
