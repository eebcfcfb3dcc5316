import type { Replica } from '#core/schema/replica.ts'
import { inOrder } from '#core/schema/tables.ts'
import type { MediaRow } from '#core/schema/media.ts'
import type { CommentRow } from '#core/schema/comments.ts'
import type { VersionRow } from '#core/schema/task-versions.ts'
import type { CommentId, ItemId, SpaceId, StudioId, TaskId, VersionId } from '#core/lib/ids.ts'

/** An open item: the revisions and comments of its tasks, with their files. */
export type ItemReplica = {
  readonly studioId: StudioId
  readonly spaceId: SpaceId
  readonly itemId: ItemId
  readonly replica: Replica
  /** Returns revisions, newest first; one not numbered by the server yet is the newest. */
  getVersions: (taskId: TaskId) => readonly VersionRow[]
  /** Returns comments, oldest first. */
  getComments: (taskId: TaskId) => readonly CommentRow[]
  getVersionMedia: (versionId: VersionId) => readonly MediaRow[]
  getCommentMedia: (commentId: CommentId) => readonly MediaRow[]
}

/** Makes the revisions and comments of an item's replica. */
export function makeItemReplica(
  place: { readonly studioId: StudioId; readonly spaceId: SpaceId; readonly itemId: ItemId },
  replica: Replica,
): ItemReplica {
  const filesOf = (table: 'version_media' | 'comment_attachments', id: string): MediaRow[] =>
    inOrder(table, replica.getUnder(table, id)).flatMap(({ mediaId }) => replica.find('media', mediaId) ?? [])
  return {
    ...place,
    replica,
    getVersions: (taskId) => inOrder('task_versions', replica.getUnder('task_versions', taskId)),
    getComments: (taskId) => inOrder('comments', replica.getUnder('comments', taskId)),
    getVersionMedia: (versionId) => filesOf('version_media', versionId),
    getCommentMedia: (commentId) => filesOf('comment_attachments', commentId),
  }
}
