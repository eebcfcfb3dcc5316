import { checkAttachment, sniffLength } from '../domain/media-kind.ts'
import type { MediaDetails, UploadWatch } from '../gateway/ports.ts'
import { AppError } from '../lib/errors.ts'
import type { MediaId, StudioId, TaskId } from '../lib/ids.ts'
import { messages } from '../lib/messages.ts'
import { err, ok, type Result } from '../lib/result.ts'
import type { StudioClient } from '../sync/make-client.ts'

export type UploadFileInput = {
  readonly studioId: StudioId
  readonly taskId?: TaskId
  /** Made by the caller, so that sending the same file again fills the same place. */
  readonly mediaId: MediaId
  readonly fileName: string
  readonly body: Blob
  readonly details?: MediaDetails
  readonly watch?: UploadWatch
}

/** Sends a file of an accepted kind, checked by its content. `file-kind-refused`, `upload-failed` and `cancelled` are among its errors. */
export async function uploadFile(
  input: UploadFileInput,
  context: Pick<StudioClient, 'gateway'>,
): Promise<Result<MediaId>> {
  const { fileName: filename, watch, ...request } = input
  try {
    const contentType = await checkBlob(filename, input.body)
    if (!contentType.ok) return contentType
    await context.gateway.uploads.upload({ ...request, filename, contentType: contentType.value }, watch)
    return ok(input.mediaId)
  } catch (cause) {
    if (cause instanceof AppError) return err(cause)
    return err(new AppError('upload-failed', messages['upload-failed'](filename), { cause, retryable: true }))
  }
}

/** The content type to store for a file, or why it cannot be attached. */
export async function checkBlob(fileName: string, body: Blob): Promise<Result<string>> {
  const head = new Uint8Array(await body.slice(0, sniffLength).arrayBuffer())
  return checkAttachment({ fileName, contentType: body.type, head })
}
