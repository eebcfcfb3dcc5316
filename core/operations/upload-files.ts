import type { MediaRow } from '../domain/rows.ts'
import type { MediaId, ProjectId, StudioId, TaskId } from '../lib/ids.ts'
import type { StudioClient } from '../sync/make-client.ts'

/** A file of an accepted kind; its body knows its type. */
export type FileToUpload = { readonly id: MediaId; readonly fileName: string; readonly body: Blob }

type Target = { readonly studioId: StudioId; readonly projectId?: ProjectId; readonly taskId?: TaskId }

/**
 * Puts files into the queue of uploads, which brings them to the server sooner or later, also after a crash or days without a
 * network. Resolves, once they are safe on the device, with what can be shown of them meanwhile.
 */
export async function uploadFiles(
  files: readonly FileToUpload[],
  target: Target,
  { uploads, clock, userId }: Pick<StudioClient, 'uploads' | 'clock' | 'userId'>,
): Promise<readonly MediaRow[]> {
  await uploads.add(files.map((file) => ({ ...file, ...target, contentType: file.body.type })))
  return files.map(({ id, fileName, body }) => ({
    id,
    filename: fileName,
    contentType: body.type,
    sizeBytes: body.size,
    width: undefined,
    height: undefined,
    frameRate: undefined,
    frameCount: undefined,
    durationMs: undefined,
    posterMediaId: undefined,
    thumbnailMediaId: undefined,
    isStored: false,
    createdBy: userId,
    createdAt: clock.now(),
  }))
}
