import { getMediaUrls } from './client-media-urls.ts'
import type { MediaUrls } from './media-urls.ts'
import { useStudioClient } from './use-client.ts'

/** Returns the URLs of the signed-in person's private files; undefined while signed out. */
export function useMediaUrls(): MediaUrls | undefined {
  const client = useStudioClient()
  return client === undefined ? undefined : getMediaUrls(client)
}
