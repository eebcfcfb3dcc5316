import type { Frame, Packet } from 'node-av'
import path from 'node:path'
import { type MadeFile, type Order, type ReportWord, Unreadable } from '../messages.ts'
import { codecOf, playsEverywhere } from './film-codec.ts'
import { makePoster } from './film-poster.ts'
import type { Sound } from './film-sound.ts'
import { makeStrip } from './film-strip.ts'
import { FrameTimes } from './frame-times.ts'
import type { Pictures, Source } from './open-source.ts'
import type { Size } from './pictures.ts'
import { ProxyWriter } from './proxy-writer.ts'
import { shownSize } from './shown-size.ts'
import { startTimecodeOf } from './start-timecode.ts'

const tellEveryMs = 500
/** The shorter side of each proxy. */
const sides = { proxy: 720, large_proxy: 1080 } as const

type Film = Source & { readonly pictures: Pictures; readonly sound: Sound | undefined }

/** Prepares what is made of a film's pictures; if only its waveform is missing, none is decoded. */
export async function openPictures(order: Order, { demuxer, pictures, sound, light }: Film, tell: ReportWord) {
  const { wants, folder } = order
  const codec = codecOf(pictures)
  const role = wants.largeProxy ? 'large_proxy' : 'proxy'
  const isProxied = (wants.proxy || wants.largeProxy) && !playsEverywhere(order.contentType, codec)
  const isLookedAt = wants.poster || wants.filmstrip || isProxied
  const seconds = Math.max(0, demuxer.duration)
  const times = new FrameTimes(pictures.stream)
  const strip = wants.filmstrip && seconds > 0 ? makeStrip(seconds, light) : undefined
  const poster = wants.poster ? makePoster(order, { atSeconds: Math.min(1, seconds / 10), light }, tell) : undefined
  const file = path.join(folder, `${role}.mp4`)
  const mixed = isProxied ? await sound?.makeTrack() : undefined
  const proxy = isProxied ? new ProxyWriter({ file, side: sides[role], pictures, light, sound: mixed }) : undefined
  let size: Size | undefined
  let toldAt = -Infinity

  async function take(frame: Frame): Promise<void> {
    const at = times.take(frame)
    size ??= shownSize(frame)
    await poster?.look(frame, at)
    await strip?.look(frame, at)
    await proxy?.write(frame, size)
    frame.free()
    if (seconds === 0 || performance.now() - toldAt < tellEveryMs) return
    toldAt = performance.now()
    await tell({ kind: 'percent', percent: Math.min(99, Math.round((at / seconds) * 100)) })
  }

  return {
    proxy,
    async look(packet: Packet | null): Promise<void> {
      if (isLookedAt) for (const frame of await pictures.decoder.decodeAll(packet)) await take(frame)
    },
    async end() {
      const files: MadeFile[] = []
      if (!isLookedAt) return { files, facts: {} }
      if (times.count === 0 || size === undefined)
        throw new Unreadable('No picture of this film can be read: it is damaged')
      await poster?.end()
      const stripFile = path.join(folder, 'filmstrip.webp')
      if ((await strip?.write(stripFile)) === true)
        files.push({ role: 'filmstrip', file: stripFile, contentType: 'image/webp' })
      // A still picture needs none.
      const isMoving = order.contentType !== 'image/gif' || times.count > 1
      if ((await proxy?.end()) !== undefined && isMoving) files.push({ role, file, contentType: 'video/mp4' })
      const timecode = startTimecodeOf(demuxer, pictures.stream)
      const facts = { ...times.toFacts(), ...size, codec, ...(timecode !== undefined && { start_timecode: timecode }) }
      return { files, facts }
    },
  }
}
