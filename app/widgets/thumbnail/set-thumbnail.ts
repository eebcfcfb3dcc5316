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
  /** Restricts it to people who may open the project. */
  readonly projectId?: ProjectId | undefined
  readonly file: File
}

/**
 * Queues a picture for upload, and a change that saves it once uploaded: it is on screen from then on and survives a
 * reload, and the previous one returns if the server refuses either.
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

/** Rejects if the file is not a picture. */
async function toThumbnail(id: MediaId, file: File): Promise<FileToUpload> {
  const body = await compressImage(file)
  const fileName = body.type === 'image/jpeg' ? `${file.name.replace(/\.\w+$/, '')}.jpg` : file.name
  const kind = await checkBlob(fileName, body)
  if (!kind.ok) throw kind.error
  return { id, fileName, body }
}
