import type { HereReferenceData } from '#core/comments/here-reference.ts'
import type { PopupModel } from './popup-store.ts'

/** Returns how an @here refers to the file in view; undefined if there is none. */
export function toMediaReference({ media, version, task }: PopupModel['selection']): HereReferenceData | undefined {
  if (media === undefined) return undefined
  return {
    mediaId: media.id,
    ...(version !== undefined && version.versionNumber > 0 && { version: `v${version.versionNumber}` }),
    ...(task && { taskId: task.id, taskName: task.title }),
  }
}
