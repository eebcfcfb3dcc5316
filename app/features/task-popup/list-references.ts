import type { MediaRow } from '#core/schema/media.ts'
import type { TaskId } from '#core/lib/ids.ts'
import type { ItemReplica } from '#core/revisions/item-replica.ts'

/** Lists every file posted to some tasks, with a revision or comment: once each, newest first. */
export function listReferences(item: ItemReplica | undefined, taskIds: readonly TaskId[]): readonly MediaRow[] {
  if (item === undefined) return []
  const posts = taskIds.flatMap((taskId) => [
    ...item.getVersions(taskId).map(({ id, createdAt }) => ({ createdAt, files: item.getVersionMedia(id) })),
    ...item.getComments(taskId).map(({ id, createdAt }) => ({ createdAt, files: item.getCommentMedia(id) })),
  ])
  const files = posts.toSorted((first, second) => second.createdAt - first.createdAt).flatMap((post) => post.files)
  return [...new Map(files.map((file) => [file.id, file])).values()]
}
