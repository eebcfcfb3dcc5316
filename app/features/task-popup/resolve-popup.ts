import { foldSequences } from '#core/revisions/fold-sequences.ts'
import type { Task } from '#core/schema/item-tasks.ts'
import type { ItemRow } from '#core/schema/items.ts'
import type { MediaRow } from '#core/schema/media.ts'
import type { StageRow } from '#core/schema/stages.ts'
import type { VersionRow } from '#core/schema/task-versions.ts'
import { findTaskBySlug } from '#core/tasks/task-slug.ts'
import type { CommentId, VersionId } from '#core/lib/ids.ts'
import type { ItemReplica } from '#core/revisions/item-replica.ts'
import type { SpaceReplica } from '#core/items/space-replica.ts'
import { type PopupAddress, toItemAddress, toTaskAddress } from '#app/lib/popup-address.ts'

/** A task titled like its tab: with the name of its stage. */
export type PopupTask = Task & { readonly title: string; readonly stage: StageRow }

/** What the address names but does not exist. */
export type Missing = 'task' | 'version' | 'media'

/** The parts of an item that the popup shows. */
export type PopupSelection = {
  readonly task: PopupTask | undefined
  /** Newest first. */
  readonly versions: readonly VersionRow[]
  readonly version: VersionRow | undefined
  /** The files of the version. */
  readonly versionMedia: readonly MediaRow[]
  readonly media: MediaRow | undefined
  readonly missing: Missing | undefined
}

/** Finds the item that an address names by slug or id. */
export function findItem(space: SpaceReplica, slugOrId: string): ItemRow | undefined {
  const items = space.replica.getRows('items')
  const wanted = slugOrId.toLowerCase()
  for (const item of items.values()) if (item.slug.toLowerCase() === wanted) return item
  return items.get(wanted)
}

/**
 * Returns an item's visible tasks in the order of the space's stages, without disabled ones and those of unused stages.
 */
export function findTasks(
  { space, stages }: { readonly space: SpaceReplica; readonly stages: readonly StageRow[] },
  item: ItemRow,
): readonly PopupTask[] {
  return stages.flatMap((stage) => {
    const task = space.findTask(item.id, stage.id)
    return task === undefined || task.isDisabled ? [] : { ...task, title: stage.name, stage }
  })
}

/** Returns whether a task shows as a board: the references do, unless one of their files is requested. */
export function hasBoard(task: PopupTask): boolean {
  return task.title.toLowerCase() === 'references'
}

/**
 * Returns what an address shows of an item: without a task the first, without a version the newest, without a file the
 * first. `posted` is the person's own revision, which the server has not numbered yet, so that no address can name it.
 */
export function resolvePopup(
  address: PopupAddress,
  tasks: readonly PopupTask[],
  { item, posted }: { readonly item: ItemReplica | undefined; readonly posted: VersionId | undefined },
): PopupSelection {
  const task = address.task === undefined ? tasks[0] : findTaskBySlug(tasks, address.task)
  const none = { versions: [], version: undefined, versionMedia: [], media: undefined }
  if (task === undefined || item === undefined) {
    return { ...none, task, missing: task === undefined && tasks.length > 0 ? 'task' : undefined }
  }
  const versions = item.getVersions(task.id)
  const wantedVersion = address.version
  const version =
    versions.find(({ id }) => id === posted) ??
    (wantedVersion === undefined ? versions[0] : versions.find(({ versionNumber }) => versionNumber === wantedVersion))
  if (version === undefined && wantedVersion !== undefined) return { ...none, task, versions, missing: 'version' }
  const versionMedia = version === undefined ? [] : foldSequences(item.getVersionMedia(version.id))
  const first = hasBoard(task) ? undefined : versionMedia[0]
  const media = address.media === undefined ? first : findMedia(address.media, versionMedia, { item, task })
  const missing = address.media !== undefined && media === undefined ? 'media' : undefined
  return { task, versions, version, versionMedia, media, missing }
}

/** Finds a file by id, in the version or in one of the task's comments. */
function findMedia(
  id: string,
  versionMedia: readonly MediaRow[],
  { item, task }: { readonly item: ItemReplica; readonly task: PopupTask },
): MediaRow | undefined {
  const own = versionMedia.find((media) => media.id === id)
  if (own !== undefined) return own
  return item
    .getComments(task.id)
    .flatMap((comment: { readonly id: CommentId }) => item.getCommentMedia(comment.id))
    .find((media) => media.id === id)
}

/** Returns the full address of what is shown, which opens it again. */
export function toAddress(item: ItemRow, { task, version, media }: PopupSelection): PopupAddress {
  return {
    item: toItemAddress(item),
    task: task && toTaskAddress(task.title),
    version: version === undefined || version.versionNumber === 0 ? undefined : version.versionNumber,
    media: media?.id,
  }
}

/** Returns the neighbour in a list, stopping at its ends. */
export function findNeighbour<Value>(
  values: readonly Value[],
  isCurrent: (value: Value) => boolean,
  by: number,
): Value | undefined {
  const index = values.findIndex(isCurrent)
  return index < 0 ? undefined : values[index + by]
}
