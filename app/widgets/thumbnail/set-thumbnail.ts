import { AppError } from '#core/lib/errors.ts'
import type { MediaId, StudioId } from '#core/lib/ids.ts'
import { messages } from '#core/lib/messages.ts'
import { err, type Result } from '#core/lib/result.ts'
import type { Done } from '#core/operations/carry-out.ts'
import { uploadFile } from '#core/operations/upload-file.ts'
import type { StudioClient } from '#core/sync/make-client.ts'
import type { CommandUndo } from '#app/commands/define-command.ts'
import { perform } from '#app/widgets/perform.ts'
import { compressImage } from './compress-image.ts'
import { dropPreview, keepPreview, showPreview } from './preview-store.ts'

type ThumbnailTarget = {
  readonly client: StudioClient
  readonly studioId: StudioId
  /** What the picture is of, as cards name it. */
  readonly ownerId: string
  readonly file: File
}

/** Shows a picture at once, sends it, then has it saved; whatever fails on the way, the former picture comes back. */
export async function setThumbnail(
  { client, studioId, ownerId, file }: ThumbnailTarget,
  save: (mediaId: MediaId) => Promise<Result<Done>>,
): Promise<Result<CommandUndo | undefined>> {
  const failed = (cause?: unknown) =>
    err(new AppError('thumbnail-upload-failed', messages['thumbnail-upload-failed'], { cause }))
  showPreview(ownerId, file)
  const mediaId = client.ids.newId<MediaId>()
  try {
    const body = await compressImage(file)
    const fileName = body.type === 'image/jpeg' ? `${file.name.replace(/\.\w+$/, '')}.jpg` : file.name
    const sent = await uploadFile({ studioId, mediaId, fileName, body }, client)
    if (!sent.ok) throw sent.error
    const saved = await perform(save(mediaId), { client, failedText: messages['thumbnail-upload-failed'] })
    if (!saved.ok) throw saved.error
    keepPreview(ownerId, mediaId)
    return saved
  } catch (cause) {
    dropPreview(ownerId)
    return failed(cause)
  }
}
