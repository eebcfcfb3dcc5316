import {
  ALL_FORMATS,
  AudioSampleSink,
  AudioSampleSource,
  BlobSource,
  BufferTarget,
  getFirstEncodableAudioCodec,
  Input,
  Mp4OutputFormat,
  Output,
  QUALITY_HIGH,
  VideoSampleSource,
  type InputAudioTrack,
  type InputVideoTrack,
} from 'mediabunny'
import { readTrackTimes } from '#core/revisions/film-times.ts'
import { makeContainerClock } from '#core/revisions/frame-clock.ts'
import { framesPerSecond } from '#core/revisions/frame-rate.ts'
import { canMakeProxy, proxySizeOf } from '#app/lib/film-proxy.ts'
import { openFrames, type Frames } from './open-frames.ts'

/** The same as the media worker's. */
const keyFrameEvery = 12
/** Longer than any film, in seconds. */
const longestSeconds = 1e6

/**
 * Returns a film as an MP4 that every browser plays, with the same frames at the same times, and its sound. Undefined
 * if the browser cannot decode or encode it, if it is too long, or if a frame is missing. Rejects if it cannot be read.
 */
export async function writeProxy(body: Blob, onPercent: (percent: number) => void): Promise<Blob | undefined> {
  const input = new Input({ source: new BlobSource(body), formats: ALL_FORMATS })
  try {
    const track = await input.getPrimaryVideoTrack()
    if (track === null || !(await canMakeProxy(track))) return undefined
    const frames = await openFrames(track)
    const times = await readTrackTimes(input, track, { sizeBytes: body.size, least: Infinity })
    const clock = makeContainerClock(times)
    if (frames === undefined || clock === undefined) return undefined
    const pictures = await openPictures(track, frames)
    const sound = await openSound(await input.getPrimaryAudioTrack())
    const target = new BufferTarget()
    const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target })
    // Makes the times whole frames, instead of rounding them to a clock that the rate does not divide.
    output.addVideoTrack(pictures.source, clock.isVariable ? {} : { frameRate: framesPerSecond(clock.rate) })
    if (sound !== undefined) output.addAudioTrack(sound.source)
    await output.start()
    const first = times.starts[0] ?? 0
    const [copied] = await Promise.all([
      pictures.copy(first, (done) => onPercent(Math.floor((done / times.starts.length) * 100))),
      sound?.copy(first),
    ])
    if (copied !== times.starts.length) return undefined
    await output.finalize()
    return target.buffer === null ? undefined : new Blob([target.buffer], { type: 'video/mp4' })
  } finally {
    input.dispose()
  }
}

async function openPictures(track: InputVideoTrack, frames: Frames) {
  const source = new VideoSampleSource({
    codec: 'avc',
    quality: QUALITY_HIGH,
    // No key frames by time: `keyFrame` asks for them by number.
    keyFrameInterval: longestSeconds,
    transform: await proxySizeOf(track),
    sizeChangeBehavior: 'fill',
  })
  const copy = async (first: number, onFrame: (done: number) => void): Promise<number> => {
    let done = 0
    for await (const sample of frames.all()) {
      sample.setTimestamp(sample.timestamp - first)
      await source.add(sample, { keyFrame: done % keyFrameEvery === 0 })
      sample.close()
      done += 1
      onFrame(done)
    }
    source.close()
    return done
  }
  return { source, copy }
}

async function openSound(track: InputAudioTrack | null) {
  if (track === null || !(await track.canDecode())) return undefined
  const codec = await getFirstEncodableAudioCodec(['aac', 'opus'])
  if (codec === null) return undefined
  const source = new AudioSampleSource({ codec, quality: QUALITY_HIGH })
  const copy = async (first: number): Promise<void> => {
    for await (const sample of new AudioSampleSink(track).samples()) {
      sample.setTimestamp(sample.timestamp - first)
      if (sample.timestamp >= 0) await source.add(sample)
      sample.close()
    }
    source.close()
  }
  return { source, copy }
}
