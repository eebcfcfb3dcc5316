import type { Gateway } from '#core/gateway/ports.ts'
import type { MediaId } from '#core/lib/ids.ts'
import type { MediaRow } from '#core/schema/media.ts'
import { explainNoPreview } from './explain-no-preview.ts'

type Context = { readonly gateway: Pick<Gateway, 'call'> }

/** Requests another attempt at a failed preview of a file. Fails with an `AppError`. */
export async function retryPreview(mediaId: MediaId, { gateway }: Context): Promise<void> {
  await gateway.call('retry_media_job', { p_media_id: mediaId })
}

/**
 * Tells whether a media worker is available to make previews of what browsers cannot show. Fails with an `AppError`.
 */
export async function hasMediaWorker({ gateway }: Context): Promise<boolean> {
  return (await gateway.call('has_media_worker', {})) === true
}

type Preview = Pick<MediaRow, 'previewPercent' | 'previewProblem' | 'previewWaits' | 'previewNote'> &
  Parameters<typeof explainNoPreview>[0]

/** Describes the state of a file's preview, or what to know about it; undefined if there is nothing to say. */
export function describePreview(media: Preview): string | undefined {
  const { previewPercent, previewProblem, previewWaits, previewNote } = media
  if (previewPercent !== undefined) return `making a preview, ${previewPercent} %`
  if (previewWaits) return 'waiting for its turn'
  if (previewProblem !== undefined) return `no preview could be made: ${previewProblem}`
  return previewNote ?? explainNoPreview(media)
}
