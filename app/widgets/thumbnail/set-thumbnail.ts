import type { StudioClient } from '#core/sync/studio-client.ts'
import type { Done } from '#core/change/context.ts'
import { AppError } from '#core/lib/errors.ts'
import type { MediaId, ProjectId, StudioId } from '#core/lib/ids.ts'
import { messages } from '#core/lib/messages.ts'
import { err, type Result } from '#core/lib/result.ts'
import { checkBlob } from '#core/revisions/check-blob.ts'
import { uploadFiles, type FileToUpload } from '#core/sync/uploads/upload-files.ts'
import type { CommandUndo } from '#app/commands/define-command.ts'
import { perform } from '#app/widgets/perform.ts'
import { compressImage } from './compress-image.ts'

type Thumbnail = {
  readonly client: StudioClient
  readonly studioId: StudioId
  /** Where only those may see it who may open the project. */
  readonly projectId?: ProjectId | undefined
  readonly file: File
}

/**
 * Puts a picture into the queue of uploads and has it saved, which waits for it in the outbox: it is on screen from then
 * on, outlives a reload, and the former one comes back should the server refuse either.
 */
export async function setThumbnail(
  { client, studioId, projectId, file }: Thumbnail,
  save: (mediaId: MediaId) => Promise<Result<Done>>,
): Promise<Result<CommandUndo | undefined>> {
  const failedText = messages['thumbnail-upload-failed']
  const id = client.ids.newId<MediaId>()
  try {
    const target = { studioId, ...(projectId !== undefined && { projectId }) }
    await uploadFiles([await toThumbnail(id, file)], target, client)
  } catch (cause) {
    return err(new AppError('thumbnail-upload-failed', failedText, { cause }))
  }
  return await perform(save(id), { client, failedText })
}

/** Fails where the file is no picture. */
async function toThumbnail(id: MediaId, file: File): Promise<FileToUpload> {
  const body = await compressImage(file)
  const fileName = body.type === 'image/jpeg' ? `${file.name.replace(/\.\w+$/, '')}.jpg` : file.name
  const kind = await checkBlob(fileName, body)
  if (!kind.ok) throw kind.error
  return { id, fileName, body }
}
