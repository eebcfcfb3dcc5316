import type { StudioClient } from '../studio-client.ts'
import { newRow } from '#core/schema/tables.ts'
import type { MediaDetails } from '#core/gateway/ports.ts'
import type { MediaRow } from '#core/schema/media.ts'
import type { MediaId, ProjectId, StudioId, TaskId } from '#core/lib/ids.ts'

/** A file of an accepted kind; its body has its content type. */
export type FileToUpload = {
  readonly id: MediaId
  readonly fileName: string
  readonly body: Blob
  /** Details supplied by the sender. */
  readonly details?: MediaDetails
}

type Target = { readonly studioId: StudioId; readonly projectId?: ProjectId; readonly taskId?: TaskId }

/**
 * Queues files for upload, which survives crashes and days offline. Resolves, once they are saved on the device, with
 * rows to show until the server's arrive.
 */
export async function uploadFiles(
  files: readonly FileToUpload[],
  target: Target,
  { uploads, clock, userId }: Pick<StudioClient, 'uploads' | 'clock' | 'userId'>,
): Promise<readonly MediaRow[]> {
  await uploads.add(files.map((file) => ({ ...file, ...target, contentType: file.body.type })))
  const by = { isStored: false, createdBy: userId, createdAt: clock.now() }
  return files.map(({ id, fileName, body }) =>
    newRow('media', { id, filename: fileName, contentType: body.type, sizeBytes: body.size, ...by }),
  )
}
