import { mentionedUserIds, parseComment, toPlainText } from '#core/comments/markup.ts'
import { readCommentMetadata } from '#core/comments/metadata.ts'
import type { CommentRow } from '#core/schema/comments.ts'
import type { ItemReplica } from '#core/revisions/item-replica.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { listMentionable } from '#cli/select/list-mentionable.ts'

type Place = { readonly studio: StudioReplica; readonly item: ItemReplica; readonly path: string }

/** Converts a comment to the row every command prints. */
export function toCommentRow({ studio, item, path }: Place, comment: CommentRow) {
  const parsed = parseComment(comment.content, listMentionable(studio))
  const { authorName, imported } = readCommentMetadata(comment.metadata)
  return {
    id: comment.id,
    path,
    at: new Date(comment.createdAt).toISOString(),
    author: studio.replica.find('studio_members', comment.createdBy ?? '')?.displayName ?? authorName ?? null,
    text: toPlainText(parsed),
    source: comment.content,
    edited: comment.isEdited,
    imported: imported !== undefined,
    files: item.getCommentMedia(comment.id).map(({ filename }) => filename),
    mentions: [...mentionedUserIds(parsed)],
  }
}
