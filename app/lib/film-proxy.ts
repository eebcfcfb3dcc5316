import type { InputVideoTrack } from 'mediabunny'

/** As the media worker makes proxies: 720 on the shorter side. */
const proxySide = 720
/** One is made in memory, some 40 MB a minute. */
const longestSeconds = 600

/** The size of a film's proxy, in even sides as H.264 needs them. */
export async function proxySizeOf(track: InputVideoTrack) {
  const [width, height] = [await track.getDisplayWidth(), await track.getDisplayHeight()]
  const scale = Math.min(1, proxySide / Math.min(width, height))
  const even = (side: number): number => Math.max(2, Math.round((side * scale) / 2) * 2)
  return { width: even(width), height: even(height) }
}

/** Whether a film is not too long for this browser to make its proxy, which it can encode, and decode the film: ProRes by a decoder that is loaded then. */
export async function canMakeProxy(track: InputVideoTrack): Promise<boolean> {
  const { canEncodeVideo, QUALITY_HIGH } = await import('mediabunny')
  if ((await track.computeDuration()) > longestSeconds) return false
  const canDecode = (await track.getCodec()) === 'prores' || (await track.canDecode())
  return canDecode && (await canEncodeVideo('avc', { ...(await proxySizeOf(track)), quality: QUALITY_HIGH }))
}
