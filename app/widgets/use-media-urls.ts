import { getMediaUrls } from './client-media-urls.ts'
import type { MediaUrls } from './media-urls.ts'
import { useStudioClient } from './use-client.ts'

/** The addresses of the signed-in person's private files; absent while nobody is signed in. */
export function useMediaUrls(): MediaUrls | undefined {
  const client = useStudioClient()
  return client === undefined ? undefined : getMediaUrls(client)
}
