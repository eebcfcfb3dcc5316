import { toFrameRate, type FrameRate } from '#core/revisions/frame-rate.ts'

// From the specification: it is watched for 350 ms, and given up after 1200 ms.
const SAMPLE_MS = 350
const LIMIT_MS = 1200

/** Derives the frame rate from frame times in seconds: the median distance, snapped to a common rate if one is near. */
export function rateOfFrameTimes(times: readonly number[]): FrameRate {
  const distances = times.flatMap((time, index) => {
    const distance = time - (times[index - 1] ?? time)
    return distance > 0 ? [distance] : []
  })
  const middle = distances.sort((first, second) => first - second)[Math.floor(distances.length / 2)]
  return toFrameRate(middle === undefined ? undefined : 1 / middle)
}

/** Plays a hidden, muted video briefly and watches its frames. Returns 24 if none can be seen. */
export async function measureFrameRate(url: string, signal: AbortSignal): Promise<FrameRate> {
  const video = document.createElement('video')
  const times: number[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  const watch: VideoFrameRequestCallback = (_now, { mediaTime }) => {
    if (times.length === 0) setTimeout(resolve, SAMPLE_MS)
    times.push(mediaTime)
    video.requestVideoFrameCallback(watch)
  }
  const limit = setTimeout(resolve, LIMIT_MS)
  signal.addEventListener('abort', () => resolve(), { once: true })
  video.muted = true
  video.src = url
  video.requestVideoFrameCallback(watch)
  // A video that cannot be played has no rate; the limit also ends the wait.
  video.play().catch(() => resolve())
  await promise
  clearTimeout(limit)
  video.pause()
  video.removeAttribute('src')
  video.load()
  return rateOfFrameTimes(times)
}
