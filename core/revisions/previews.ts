import type { Gateway } from '#core/gateway/ports.ts'
import type { MediaId } from '#core/lib/ids.ts'
import type { MediaRow } from '#core/schema/media.ts'
import { whyNoPreview } from './why-no-preview.ts'

type Context = { readonly gateway: Pick<Gateway, 'call'> }

/** Asks for another try at a file that no media worker could make a preview of. Fails with an `AppError`. */
export async function retryPreview(mediaId: MediaId, { gateway }: Context): Promise<void> {
  await gateway.call('retry_media_job', { p_media_id: mediaId })
}

/** Whether a media worker is there to make previews of what browsers do not show. Fails with an `AppError`. */
export async function hasMediaWorker({ gateway }: Context): Promise<boolean> {
  return (await gateway.call('has_media_worker', {})) === true
}

type Preview = Pick<MediaRow, 'previewPercent' | 'previewProblem' | 'previewWaits' | 'previewNote'> &
  Parameters<typeof whyNoPreview>[0]

/** How far a media worker is with a file's preview, or what has to be known of it; nothing where there is nothing to say. */
export function describePreview(media: Preview): string | undefined {
  const { previewPercent, previewProblem, previewWaits, previewNote } = media
  if (previewPercent !== undefined) return `making a preview, ${previewPercent} %`
  if (previewWaits) return 'waiting for its turn'
  if (previewProblem !== undefined) return `no preview could be made: ${previewProblem}`
  return previewNote ?? whyNoPreview(media)
}
