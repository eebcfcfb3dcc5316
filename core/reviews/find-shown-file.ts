import type { SpaceReplica } from '#core/items/space-replica.ts'
import type { ItemReplica } from '#core/revisions/item-replica.ts'
import { mediaKindOf } from '#core/revisions/media-kind.ts'
import type { Task } from '#core/schema/item-tasks.ts'
import type { MediaRow } from '#core/schema/media.ts'
import type { ReviewEntryRow } from '#core/schema/review-entries.ts'
import type { VersionRow } from '#core/schema/task-versions.ts'

/** What an entry shows, or why it shows nothing. */
export type ShownContent =
  | { readonly kind: 'file'; readonly media: MediaRow; readonly version: VersionRow }
  | { readonly kind: 'loading' | 'task-deleted' | 'version-deleted' | 'nothing-posted' }

/** Finds what an entry shows: a file of the pinned revision, else of the newest that has one; films are preferred. */
export function findShownFile(
  { entry, task }: { readonly entry: ReviewEntryRow; readonly task: Task | undefined },
  { space, item }: { readonly space: SpaceReplica | undefined; readonly item: ItemReplica | undefined },
): ShownContent {
  if (space === undefined) return { kind: 'loading' }
  if (task === undefined) return { kind: 'task-deleted' }
  if (item === undefined || item.replica.getState() === 'empty') return { kind: 'loading' }
  const versions = item.getVersions(task.id)
  const pinned = versions.find(({ id }) => id === entry.versionId)
  if (entry.versionId !== undefined && pinned === undefined) return { kind: 'version-deleted' }
  for (const version of pinned === undefined ? versions : [pinned]) {
    const files = item.getVersionMedia(version.id)
    const film = files.find(({ contentType }) => mediaKindOf(contentType) === 'video')
    const media = film ?? files[0]
    if (media !== undefined) return { kind: 'file', media, version }
  }
  return { kind: 'nothing-posted' }
}
