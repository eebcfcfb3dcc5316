import type { CommentAttachmentRow, CommentRow, MediaRow, VersionMediaRow, VersionRow } from '../domain/rows.ts'
import type { CommentId, ItemId, SpaceId, StudioId, TaskId, VersionId } from '../lib/ids.ts'
import type { Replica } from './replica.ts'

/** An opened item: the revisions and comments of its tasks, with their files. */
export type ItemReplica = {
  readonly studioId: StudioId
  readonly spaceId: SpaceId
  readonly itemId: ItemId
  readonly replica: Replica
  /** The newest first; one that the server has not numbered yet is the newest. */
  getVersions: (taskId: TaskId) => readonly VersionRow[]
  /** The oldest first. */
  getComments: (taskId: TaskId) => readonly CommentRow[]
  getVersionMedia: (versionId: VersionId) => readonly MediaRow[]
  getCommentMedia: (commentId: CommentId) => readonly MediaRow[]
}

/** Reads an item's replica as revisions and comments. */
export function makeItemReplica(
  place: { readonly studioId: StudioId; readonly spaceId: SpaceId; readonly itemId: ItemId },
  replica: Replica,
): ItemReplica {
  const mediaOf = (links: readonly MediaLink[]): MediaRow[] =>
    [...links]
      .sort((first, second) => first.displayOrder - second.displayOrder)
      .flatMap(({ mediaId }) => replica.find('media', mediaId) ?? [])
  return {
    ...place,
    replica,
    getVersions: (taskId) =>
      [...replica.getUnder('task_versions', taskId)].sort(
        (first, second) => rankOf(second) - rankOf(first) || second.createdAt - first.createdAt,
      ),
    getComments: (taskId) =>
      [...replica.getUnder('comments', taskId)].sort((first, second) => first.createdAt - second.createdAt),
    getVersionMedia: (versionId) => mediaOf(replica.getUnder('version_media', versionId)),
    getCommentMedia: (commentId) => mediaOf(replica.getUnder('comment_attachments', commentId)),
  }
}

type MediaLink = VersionMediaRow | CommentAttachmentRow

function rankOf(version: VersionRow): number {
  return version.versionNumber === 0 ? Number.MAX_SAFE_INTEGER : version.versionNumber
}
