import type { Gateway } from '#core/gateway/ports.ts'
import type { MediaId } from '#core/lib/ids.ts'

/** Loads short-lived addresses of private files; unavailable ones are missing. Fails with an `AppError`. */
export async function loadMediaUrls(
  mediaIds: readonly MediaId[],
  { gateway }: { readonly gateway: Pick<Gateway, 'loadMediaUrls'> },
): Promise<ReadonlyMap<MediaId, string>> {
  return await gateway.loadMediaUrls(mediaIds)
}
