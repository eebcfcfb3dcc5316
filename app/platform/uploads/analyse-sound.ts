import { ALL_FORMATS, AudioSampleSink, BlobSource, Input, type InputAudioTrack } from 'mediabunny'
import type { MediaDetails } from '#core/gateway/ports.ts'
import { fillPeaks, formatWaveform } from '#core/revisions/waveform.ts'

/** The number of columns that the viewer draws. */
const columns = 600
/** A longer sound gets its waveform when it is viewed. */
const longestSeconds = 1800
/** The longest that sound is decoded: after half a minute the whole examination is abandoned with nothing found. */
export const soundAnalysisMs = 20_000

/**
 * Returns the loudness of a film's sound over its length; empty if it has none, or if decoding takes longer than
 * `untilMs` (`performance.now()`).
 */
export async function analyseFilmSound(input: Input, untilMs: number): Promise<MediaDetails> {
  const track = await input.getPrimaryAudioTrack()
  if (track === null) return {}
  const waveform = await readWaveform(track, await track.computeDuration(), untilMs)
  return waveform === undefined ? {} : { waveform }
}

/** Returns the length of a sound, and its loudness over that length if this browser can decode it. */
export async function analyseSound(body: Blob): Promise<MediaDetails> {
  const input = new Input({ source: new BlobSource(body), formats: ALL_FORMATS })
  try {
    const track = await input.getPrimaryAudioTrack()
    if (track === null) return {}
    const seconds = await track.computeDuration()
    const details = { durationMs: Math.round(seconds * 1000) }
    const waveform = await readWaveform(track, seconds, performance.now() + soundAnalysisMs)
    return waveform === undefined ? details : { ...details, waveform }
  } finally {
    input.dispose()
  }
}

async function readWaveform(track: InputAudioTrack, seconds: number, untilMs: number): Promise<string | undefined> {
  if (seconds <= 0 || seconds > longestSeconds || !(await track.canDecode())) return undefined
  // A truncated sound keeps its declared length and has no waveform.
  const peaks = await readPeaks(track, seconds, untilMs).catch(() => undefined)
  return peaks === undefined ? undefined : formatWaveform(fillPeaks(peaks))
}

async function readPeaks(track: InputAudioTrack, seconds: number, untilMs: number): Promise<readonly number[]> {
  const peaks = Array.from({ length: columns }, () => 0)
  let samples = new Float32Array()
  for await (const sample of new AudioSampleSink(track).samples()) {
    if (performance.now() > untilMs) throw new Error('The sound takes too long to analyse')
    const { timestamp, sampleRate, numberOfFrames } = sample
    if (samples.length < numberOfFrames) samples = new Float32Array(numberOfFrames)
    sample.copyTo(samples, { planeIndex: 0, format: 'f32-planar' })
    sample.close()
    for (let at = 0; at < numberOfFrames; at += 1) {
      const column = Math.min(columns - 1, Math.floor(((timestamp + at / sampleRate) / seconds) * columns))
      const loud = Math.abs(samples[at] ?? 0)
      if (column >= 0 && loud > (peaks[column] ?? 0)) peaks[column] = loud
    }
  }
  return peaks
}
