import { ALL_FORMATS, AudioSampleSink, BlobSource, Input, type InputAudioTrack } from 'mediabunny'
import type { MediaDetails } from '#core/gateway/ports.ts'
import { fillPeaks, formatWaveform } from '#core/revisions/waveform.ts'

/** As many as the viewer draws. */
const columns = 600
/** A longer one is drawn when it is looked at. */
const longestSeconds = 1800
/** Nor does an upload wait longer for it. */
const patienceMs = 10_000

/** How loud a film's sound is over its length; nothing where it has none, or none that this browser decodes in time. */
export async function lookAtSoundOf(input: Input): Promise<MediaDetails> {
  const track = await input.getPrimaryAudioTrack()
  if (track === null) return {}
  const waveform = await readWaveform(track, await track.computeDuration())
  return waveform === undefined ? {} : { waveform }
}

/** How long a sound is, and how loud over its length where this browser can decode it. */
export async function lookAtSound(body: Blob): Promise<MediaDetails> {
  const input = new Input({ source: new BlobSource(body), formats: ALL_FORMATS })
  try {
    const track = await input.getPrimaryAudioTrack()
    if (track === null) return {}
    const seconds = await track.computeDuration()
    const details = { durationMs: Math.round(seconds * 1000) }
    const waveform = await readWaveform(track, seconds)
    return waveform === undefined ? details : { ...details, waveform }
  } finally {
    input.dispose()
  }
}

async function readWaveform(track: InputAudioTrack, seconds: number): Promise<string | undefined> {
  if (seconds <= 0 || seconds > longestSeconds || !(await track.canDecode())) return undefined
  // What breaks off is as long as it says, and has no picture.
  const peaks = await readPeaks(track, seconds).catch(() => undefined)
  return peaks === undefined ? undefined : formatWaveform(fillPeaks(peaks))
}

async function readPeaks(track: InputAudioTrack, seconds: number): Promise<readonly number[]> {
  const end = performance.now() + patienceMs
  const peaks = Array.from({ length: columns }, () => 0)
  let samples = new Float32Array()
  for await (const sample of new AudioSampleSink(track).samples()) {
    if (performance.now() > end) throw new Error('The sound takes too long to listen to')
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
