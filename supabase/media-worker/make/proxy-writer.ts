import { avGetPixFmtName, Encoder, FilterAPI, Muxer, type Frame, type Packet } from 'node-av'
import type { Sound } from './film-sound.ts'
import type { Source } from './open-source.ts'
import type { Size } from './pictures.ts'
import { turnOf } from './shown-size.ts'

/** The shorter side of a proxy. */
const proxySide = 720
const keyFrameEvery = 12

type Picture = { readonly filter: FilterAPI; readonly encoder: Encoder; readonly index: number }

/** Writes a film's frames one for one, at their own times, as H.264 in MP4 with a key frame at least every twelve. */
export class ProxyWriter {
  readonly #file: string
  readonly #source: Source
  readonly #sound: Sound
  #picture: Picture | undefined
  #muxer: Muxer | undefined
  #soundIndex = -1
  #early: Frame[] = []

  constructor(file: string, source: Source, sound: Sound) {
    this.#file = file
    this.#source = source
    this.#sound = sound
  }

  async write(frame: Frame, size: Size): Promise<void> {
    this.#picture ??= await this.#open(frame, size)
    const { filter, encoder, index } = this.#picture
    for (const scaled of await filter.processAll(frame)) {
      await this.#mux(await encoder.encodeAll(scaled), index)
      scaled.free()
    }
    for (const heard of this.#early.splice(0)) await this.#mix(heard)
  }

  /** A packet of another stream: the sound's, or of nothing that is kept. */
  async hear(packet: Packet): Promise<void> {
    if (this.#sound === undefined || packet.streamIndex !== this.#sound.stream.index) return
    for (const heard of await this.#sound.decode(packet)) {
      if (this.#picture === undefined) this.#early.push(heard)
      else await this.#mix(heard)
    }
  }

  async end(): Promise<string | undefined> {
    if (this.#picture === undefined || this.#muxer === undefined) return undefined
    const { filter, encoder, index } = this.#picture
    for (const scaled of await filter.processAll(null)) await this.#mux(await encoder.encodeAll(scaled), index)
    await this.#mux(await encoder.encodeAll(null), index)
    if (this.#sound !== undefined) {
      for (const heard of await this.#sound.decode(null)) await this.#mix(heard)
      await this.#mux(await this.#sound.encode(null), this.#soundIndex)
    }
    await this.#muxer.close()
    return this.#file
  }

  async #open(frame: Frame, size: Size): Promise<Picture> {
    const { stream } = this.#source
    const filter = FilterAPI.create(`${turnOf(frame)}${toProxy(frame, size)}`, { threads: 2 })
    const encoder = await Encoder.create('libx264', {
      filter,
      gopSize: keyFrameEvery,
      maxBFrames: 0,
      ...(stream.avgFrameRate.num > 0 && { context: { framerate: stream.avgFrameRate } }),
      options: { preset: 'veryfast', crf: 21, profile: 'high' },
    })
    this.#muxer = await Muxer.open(this.#file, { options: { movflags: '+faststart' } })
    const index = this.#muxer.addStream(encoder)
    if (this.#sound !== undefined) this.#soundIndex = this.#muxer.addStream(this.#sound.encoder)
    return { filter, encoder, index }
  }

  async #mix(heard: Frame): Promise<void> {
    if (this.#sound === undefined) return
    await this.#mux(await this.#sound.encode(heard), this.#soundIndex)
    heard.free()
  }

  async #mux(packets: readonly Packet[], index: number): Promise<void> {
    for (const packet of packets) {
      await this.#muxer?.writePacket(packet, index)
      packet.free()
    }
  }
}

/** A scaler's words: within 720p, even sides, the film's own colours; what comes as red, green and blue is told apart as BT.709. */
function toProxy(frame: Frame, { width, height }: Size): string {
  const scale = Math.min(1, proxySide / Math.min(width, height))
  const even = (side: number): number => Math.max(2, Math.round((side * scale) / 2) * 2)
  const name = avGetPixFmtName(frame.format) ?? ''
  const isRgb = /^(?:gbr|rgb|bgr|argb|abgr|0rgb|0bgr|pal8|x2rgb|x2bgr)/.test(name)
  return [
    // The scaler muddles numbers with a point: they become whole ones first.
    ...(/f(?:16|32)(?:le|be)$/.test(name) ? ['format=gbrp16le'] : []),
    `scale=${even(width)}:${even(height)}:flags=bilinear:out_range=tv${isRgb ? ':out_color_matrix=bt709' : ''}`,
    'setsar=1',
    'format=yuv420p',
  ].join(',')
}
