import { Decoder, Encoder, FilterAPI, type Demuxer, type Frame, type Packet } from 'node-av'
import { makePeaks } from './film-peaks.ts'

/** The sound of a film. */
export type Sound = NonNullable<Awaited<ReturnType<typeof openSound>>>
/** The sound being encoded to AAC. */
export type SoundTrack = Awaited<ReturnType<Sound['makeTrack']>>

/** Opens a film's sound, and measures its waveform if wanted; undefined if there is none, or none that can be read. */
export async function openSound(demuxer: Demuxer, isDrawn: boolean) {
  const stream = demuxer.audio()
  const decoder = stream && (await Decoder.create(stream, { exitOnError: false }).catch(() => undefined))
  if (stream === undefined || decoder === undefined) return undefined
  return {
    stream,
    peaks: isDrawn && demuxer.duration > 0 ? makePeaks(demuxer.duration, demuxer.startTime) : undefined,
    decode: async (packet: Packet | null): Promise<readonly Frame[]> => await decoder.decodeAll(packet),
    async makeTrack() {
      const filter = FilterAPI.create('aresample=48000,aformat=sample_fmts=fltp:channel_layouts=stereo')
      const encoder = await Encoder.create('aac', { filter, bitrate: '128k' })
      return {
        encoder,
        /** Encodes frames of sound to packets; null flushes the rest. */
        encode: async (frame: Frame | null): Promise<readonly Packet[]> => {
          const packets: Packet[] = []
          for (const part of await filter.processAll(frame)) {
            packets.push(...(await encoder.encodeAll(part)))
            part.free()
          }
          if (frame === null) packets.push(...(await encoder.encodeAll(null)))
          return packets
        },
      }
    },
  }
}
