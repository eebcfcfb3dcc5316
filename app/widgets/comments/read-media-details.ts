import { mediaKindOf } from '#core/domain/media-kind.ts'
import type { MediaDetails } from '#core/gateway/ports.ts'

const LIMIT_MS = 3000

/** A picture's or film's size and length, as far as this browser can read it; nothing about anything else. */
export async function readMediaDetails(blob: Blob): Promise<MediaDetails> {
  const kind = mediaKindOf(blob.type)
  if (kind !== 'image' && kind !== 'video') return {}
  const url = URL.createObjectURL(blob)
  try {
    return kind === 'image' ? await readImage(url) : await readVideo(url)
  } catch {
    // What cannot be read here can still be kept: the details are a convenience.
    return {}
  } finally {
    URL.revokeObjectURL(url)
  }
}

async function readImage(url: string): Promise<MediaDetails> {
  const image = new Image()
  image.src = url
  await image.decode()
  return { width: image.naturalWidth, height: image.naturalHeight }
}

async function readVideo(url: string): Promise<MediaDetails> {
  const video = document.createElement('video')
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  video.preload = 'metadata'
  video.addEventListener('loadedmetadata', () => resolve())
  video.addEventListener('error', () => reject(new Error('This browser cannot read the video')))
  const limit = setTimeout(resolve, LIMIT_MS)
  video.src = url
  await promise
  clearTimeout(limit)
  const { videoWidth: width, videoHeight: height, duration } = video
  video.removeAttribute('src')
  if (width === 0) return {}
  return { width, height, ...(Number.isFinite(duration) && { durationMs: Math.round(duration * 1000) }) }
}
