import { avGetPixFmtName, Encoder, FilterAPI, Muxer, type Frame, type Packet } from 'node-av'
import type { SoundTrack } from './film-sound.ts'
import type { Light } from './light.ts'
import type { Pictures } from './open-source.ts'
import type { Size } from './pictures.ts'
import { turnOf } from './shown-size.ts'

const keyFrameEvery = 12

type Film = {
  readonly file: string
  /** The maximum length of the shorter side of its pictures. */
  readonly side: number
  readonly pictures: Pictures
  readonly light: Light
  readonly sound: SoundTrack | undefined
}

type Picture = { readonly filter: FilterAPI; readonly encoder: Encoder; readonly index: number }

/** Writes a film's frames one for one, at their own times, as H.264 in MP4 with a key frame at least every twelve. */
export class ProxyWriter {
  readonly #film: Film
  #picture: Picture | undefined
  #muxer: Muxer | undefined
  #soundIndex = -1
  #early: Frame[] = []

  constructor(film: Film) {
    this.#film = film
  }

  async write(frame: Frame, size: Size): Promise<void> {
    this.#picture ??= await this.#open(frame, size)
    const { filter, encoder, index } = this.#picture
    for (const scaled of await filter.processAll(frame)) {
      await this.#mux(await encoder.encodeAll(scaled), index)
      scaled.free()
    }
    for (const heard of this.#early.splice(0)) await this.mix(heard)
  }

  /** Takes a piece of the film's sound, and frees it. */
  async mix(heard: Frame): Promise<void> {
    const { sound } = this.#film
    if (sound !== undefined && this.#picture === undefined) {
      this.#early.push(heard)
      return
    }
    if (sound !== undefined) await this.#mux(await sound.encode(heard), this.#soundIndex)
    heard.free()
  }

  async end(): Promise<string | undefined> {
    if (this.#picture === undefined || this.#muxer === undefined) return undefined
    const { filter, encoder, index } = this.#picture
    for (const scaled of await filter.processAll(null)) await this.#mux(await encoder.encodeAll(scaled), index)
    await this.#mux(await encoder.encodeAll(null), index)
    const { file, sound } = this.#film
    if (sound !== undefined) await this.#mux(await sound.encode(null), this.#soundIndex)
    await this.#muxer.close()
    return file
  }

  async #open(frame: Frame, size: Size): Promise<Picture> {
    const { file, side, pictures, light, sound } = this.#film
    const { avgFrameRate: rate } = pictures.stream
    const filter = FilterAPI.create(`${light.filter}${turnOf(frame)}${toProxy(frame, size, side)}`, { threads: 2 })
    const encoder = await Encoder.create('libx264', {
      filter,
      gopSize: keyFrameEvery,
      maxBFrames: 0,
      ...(rate.num > 0 && { context: { framerate: rate } }),
      options: { preset: 'veryfast', crf: 21, profile: 'high' },
    })
    this.#muxer = await Muxer.open(file, { options: { movflags: '+faststart' } })
    const index = this.#muxer.addStream(encoder)
    if (sound !== undefined) this.#soundIndex = this.#muxer.addStream(sound.encoder)
    return { filter, encoder, index }
  }

  async #mux(packets: readonly Packet[], index: number): Promise<void> {
    for (const packet of packets) {
      await this.#muxer?.writePacket(packet, index)
      packet.free()
    }
  }
}

/**
 * The scaler's options: within the proxy's size, even sides, the film's own colours; RGB sources are converted as
 * BT.709.
 */
function toProxy(frame: Frame, { width, height }: Size, longest: number): string {
  const scale = Math.min(1, longest / Math.min(width, height))
  const even = (side: number): number => Math.max(2, Math.round((side * scale) / 2) * 2)
  const name = avGetPixFmtName(frame.format) ?? ''
  const isRgb = /^(?:gbr|rgb|bgr|argb|abgr|0rgb|0bgr|pal8|x2rgb|x2bgr)/.test(name)
  return [
    // The scaler mishandles floating-point pixels: they are converted to integers first.
    ...(/f(?:16|32)(?:le|be)$/.test(name) ? ['format=gbrp16le'] : []),
    `scale=${even(width)}:${even(height)}:flags=bilinear:out_range=tv${isRgb ? ':out_color_matrix=bt709' : ''}`,
    'setsar=1',
    'format=yuv420p',
  ].join(',')
}
