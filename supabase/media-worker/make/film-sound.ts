import { Decoder, Encoder, FilterAPI, type Demuxer, type Frame, type Packet, type Stream } from 'node-av'

/** A film's sound on its way to AAC; absent where there is none, or none that can be read. */
export type Sound = Awaited<ReturnType<typeof makeSound>>

export async function makeSound(demuxer: Demuxer) {
  const stream = demuxer.audio()
  const decoder = stream && (await Decoder.create(stream, { exitOnError: false }).catch(() => undefined))
  if (stream === undefined || decoder === undefined) return undefined
  const filter = FilterAPI.create('aresample=48000,aformat=sample_fmts=fltp:channel_layouts=stereo')
  const encoder = await Encoder.create('aac', { filter, bitrate: '128k' })
  return {
    stream: stream satisfies Stream,
    encoder,
    decode: async (packet: Packet | null): Promise<Frame[]> => await decoder.decodeAll(packet),
    /** Frames of sound as packets; all that is left for null. */
    encode: async (frame: Frame | null): Promise<Packet[]> => {
      const packets: Packet[] = []
      for (const part of await filter.processAll(frame)) {
        packets.push(...(await encoder.encodeAll(part)))
        part.free()
      }
      if (frame === null) packets.push(...(await encoder.encodeAll(null)))
      return packets
    },
  }
}
