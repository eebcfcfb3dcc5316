import type { InputVideoTrack } from 'mediabunny'

/** The shorter side of a proxy, as the media worker makes them. */
const proxySide = 720
/** The longest film to make a proxy of: it is made in memory, at some 40 MB a minute. */
const longestSeconds = 600

/** Returns the size of a film's proxy; sides are even, as H.264 requires. */
export async function proxySizeOf(track: InputVideoTrack) {
  const [width, height] = [await track.getDisplayWidth(), await track.getDisplayHeight()]
  const scale = Math.min(1, proxySide / Math.min(width, height))
  const even = (side: number): number => Math.max(2, Math.round((side * scale) / 2) * 2)
  return { width: even(width), height: even(height) }
}

/**
 * Whether this browser can make a film's proxy: the film is short enough, and the browser can decode it and encode the
 * proxy. A decoder for ProRes is loaded later.
 */
export async function canMakeProxy(track: InputVideoTrack): Promise<boolean> {
  const { canEncodeVideo, QUALITY_HIGH } = await import('mediabunny')
  if ((await track.computeDuration()) > longestSeconds) return false
  const canDecode = (await track.getCodec()) === 'prores' || (await track.canDecode())
  return canDecode && (await canEncodeVideo('avc', { ...(await proxySizeOf(track)), quality: QUALITY_HIGH }))
}
