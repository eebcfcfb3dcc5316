import { VideoSample, VideoSampleSink, type InputVideoTrack } from 'mediabunny'

/** A film's decoded frames in display order; the caller closes each one. */
export type Frames = {
  readonly all: () => AsyncIterable<VideoSample>
  /** Yields the frame on screen at each of these times, in seconds; null if there is none. */
  readonly at: (times: readonly number[]) => AsyncIterable<VideoSample | null>
}

/**
 * Opens a film's frames; undefined if this browser cannot decode them. Loads the ProRes decoder on the first such film.
 */
export async function openFrames(track: InputVideoTrack): Promise<Frames | undefined> {
  const isProRes = (await track.getCodec()) === 'prores'
  if (isProRes) (await import('@mediabunny/prores')).registerProresDecoder()
  if (!(await track.canDecode())) return undefined
  const sink = new VideoSampleSink(track)
  if (!isProRes) return { all: () => sink.samples(), at: (times) => sink.samplesAtTimestamps(times) }
  return {
    all: async function* () {
      for await (const sample of sink.samples()) yield await withKnownColors(sample)
    },
    at: async function* (times) {
      for await (const sample of sink.samplesAtTimestamps(times)) yield sample && (await withKnownColors(sample))
    },
  }
}

/** Browsers take untagged colours for those of SD; frames of HD size get those of HD, as in players. */
async function withKnownColors(sample: VideoSample): Promise<VideoSample> {
  const { format, colorSpace, visibleRect, timestamp, duration } = sample
  const { width, height } = visibleRect
  if (format === null || colorSpace.matrix !== null || height < 720) return sample
  const bytes = new Uint8Array(sample.allocationSize())
  await sample.copyTo(bytes)
  const shown = { displayWidth: sample.displayWidth, displayHeight: sample.displayHeight }
  sample.close()
  const hd = { primaries: 'bt709', transfer: 'bt709', matrix: 'bt709', fullRange: false } as const
  const size = { codedWidth: width, codedHeight: height, ...shown }
  return new VideoSample(bytes, { format, ...size, timestamp, duration, colorSpace: hd })
}
