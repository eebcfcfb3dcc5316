import type { Call } from './call.ts'
import { callProcedure } from './postgrest.ts'
import { makeSigner } from './make-signer.ts'

type Place = { id: string; r2_key: string }

/** Signs the addresses of stored files that the caller may see, in the given order. */
export async function signMedia(call: Call, ids: readonly string[]): Promise<{ id: string; url: string }[]> {
  if (ids.length === 0) return []
  const places = await callProcedure<Place[]>(call, 'list_media_paths', { p_media_ids: ids })
  if (places.length === 0) return []
  const urls = await makeSigner(call).signDownloads(places.map((place) => place.r2_key))
  return places.flatMap(({ id, r2_key: key }) => {
    const url = urls.get(key)
    return url === undefined ? [] : [{ id, url }]
  })
}
