import type { PreparedFile } from '#core/sync/uploads/ports.ts'
import { drawFilm, type Film } from './draw-film.ts'

/**
 * Whether this browser decodes films only in elements of a page: under plain http, as on a studio's own network, it
 * offers no decoder.
 */
export const hasNoDecoder = (): boolean => !('VideoDecoder' in globalThis)

/**
 * Draws a film's poster, thumbnail and strip from a film element that is never shown; no pictures if the browser does
 * not play the film.
 */
export async function drawFilmElement(
  address: string,
  baseName: string,
  signal: AbortSignal,
): Promise<PreparedFile['pictures']> {
  const video = document.createElement('video')
  Object.assign(video, { muted: true, preload: 'auto', crossOrigin: 'anonymous' })
  const next = async (event: string): Promise<void> =>
    await new Promise((resolve, reject) => {
      signal.throwIfAborted()
      video.addEventListener(event, () => resolve(), { once: true, signal })
      video.addEventListener('error', () => reject(new Error('This browser does not play the film')), { once: true })
      signal.addEventListener('abort', () => reject(new DOMException('The upload was stopped', 'AbortError')))
    })
  try {
    const loaded = next('loadeddata')
    video.src = address
    await loaded
    return await drawFilm(toFilm(video, next), baseName)
  } catch (cause) {
    if (signal.aborted) throw cause
    return []
  } finally {
    video.removeAttribute('src')
    video.load()
  }
}

function toFilm(video: HTMLVideoElement, next: (event: string) => Promise<void>): Film {
  return {
    size: { width: video.videoWidth, height: video.videoHeight },
    start: 0,
    end: video.duration,
    framesAt: async function* (times) {
      for (const time of times) {
        const sought = next('seeked')
        video.currentTime = time
        await sought
        yield (context, { x, width, height }) => context.drawImage(video, x, 0, width, height)
      }
    },
  }
}
