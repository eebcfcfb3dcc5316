import { proxyMap } from 'valtio/vanilla/utils'

/** Pictures that were just chosen, as addresses of this page: by what they are of, and once they are sent by their id. */
const previews = proxyMap<string, string>()

export const previewStore: ReadonlyMap<string, string> = previews

export function showPreview(ownerId: string, picture: Blob): void {
  dropPreview(ownerId)
  previews.set(ownerId, URL.createObjectURL(picture))
}

/** The picture has an id now: it stands for that, and for as long as the owner has it. */
export function keepPreview(ownerId: string, mediaId: string): void {
  const url = previews.get(ownerId)
  if (url === undefined) return
  previews.delete(ownerId)
  previews.set(mediaId, url)
}

/** Shows again what the server knows. */
export function dropPreview(ownerId: string): void {
  const url = previews.get(ownerId)
  if (url === undefined) return
  previews.delete(ownerId)
  URL.revokeObjectURL(url)
}
