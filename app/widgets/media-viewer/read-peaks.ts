import { fetchStored } from '#core/lib/storage-check.ts'
import { fillPeaks, toPeaks } from '#core/revisions/waveform.ts'
import type { MediaId } from '#core/lib/ids.ts'

export const waveformColumns = 600
// The waveform needs no more samples a second than this, and long recordings would take too much memory.
const sampleRate = 3000
const largestBytes = 64_000_000
const mostKept = 50

const known = new Map<MediaId, Promise<readonly number[] | undefined>>()

/** Returns a sound's peaks over its length, cached; undefined if it is too large or cannot be decoded. */
export async function readPeaks(
  { id, sizeBytes }: { readonly id: MediaId; readonly sizeBytes: number },
  url: string,
): Promise<readonly number[] | undefined> {
  if (sizeBytes > largestBytes) return undefined
  const kept = known.get(id)
  if (kept !== undefined) return await kept
  // A failed file is requested again the next time.
  const reading = decode(url).catch(() => {
    known.delete(id)
    return undefined
  })
  known.set(id, reading)
  const [oldest] = known.keys()
  if (known.size > mostKept && oldest !== undefined) known.delete(oldest)
  return await reading
}

async function decode(url: string): Promise<readonly number[]> {
  const answer = await fetchStored(url)
  if (!answer.ok) throw new Error(`The sound could not be loaded (${answer.status})`)
  const context = new OfflineAudioContext(1, 1, sampleRate)
  const buffer = await context.decodeAudioData(await answer.arrayBuffer())
  return fillPeaks(toPeaks(buffer.getChannelData(0), waveformColumns))
}
