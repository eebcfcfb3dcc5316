import type { Gateway } from '#core/gateway/ports.ts'
import type { MediaId } from '#core/lib/ids.ts'

type Context = { readonly gateway: Pick<Gateway, 'call'> }

/** Asks for another try at a file that no media worker could make a preview of. Fails with an `AppError`. */
export async function retryPreview(mediaId: MediaId, { gateway }: Context): Promise<void> {
  await gateway.call('retry_media_job', { p_media_id: mediaId })
}

/** Whether a media worker is there to make previews of what browsers do not show. Fails with an `AppError`. */
export async function hasMediaWorker({ gateway }: Context): Promise<boolean> {
  return (await gateway.call('has_media_worker', {})) === true
}
