import type { Frame } from 'node-av'
import path from 'node:path'
import { type MadeFile, type Order, Unreadable, type Word } from '../messages.ts'
import { makeSound } from './film-sound.ts'
import { makeStrip } from './film-strip.ts'
import { FrameTimes } from './frame-times.ts'
import { codecOf, playsEverywhere } from './film-codec.ts'
import { openSource } from './open-source.ts'
import { posterSide, thumbnailSide, withinSide, writePicture } from './pictures.ts'
import { ProxyWriter } from './proxy-writer.ts'
import { shownSize, turnOf } from './shown-size.ts'

const tellEveryMs = 500

type Tell = (word: Word) => Promise<void>

/**
 * Goes through a film once: its poster is told of as soon as it is there, then its frames are counted, its strip is put together and,
 * where not every browser plays it, each of its frames goes into the proxy.
 */
export async function makeFilm(order: Order, tell: Tell): Promise<void> {
  const source = await openSource(order)
  const { demuxer, stream, decoder } = source
  const codec = codecOf(source)
  const isProxyWanted = order.wants.proxy && !playsEverywhere(order.contentType, codec)
  const times = new FrameTimes(stream)
  const seconds = Math.max(0, demuxer.duration)
  const strip = order.wants.filmstrip && seconds > 0 ? makeStrip(seconds) : undefined
  const sound = isProxyWanted ? await makeSound(demuxer) : undefined
  const proxy = isProxyWanted ? new ProxyWriter(path.join(order.folder, 'proxy.mp4'), source, sound) : undefined
  const poster = order.wants.poster ? makePoster(order, Math.min(1, seconds / 10), tell) : undefined
  let size: Awaited<ReturnType<typeof shownSize>> | undefined
  let toldAt = 0

  const take = async (frames: readonly Frame[]): Promise<void> => {
    for (const frame of frames) {
      const at = times.take(frame)
      size ??= shownSize(frame)
      await poster?.look(frame, at)
      await strip?.look(frame, at)
      await proxy?.write(frame, size)
      frame.free()
      if (seconds === 0 || Date.now() - toldAt < tellEveryMs) continue
      toldAt = Date.now()
      await tell({ kind: 'percent', percent: Math.min(99, Math.round((at / seconds) * 100)) })
    }
  }

  for await (const packet of demuxer.packets()) {
    if (packet === null) break
    if (packet.streamIndex === stream.index) await take(await decoder.decodeAll(packet))
    else await proxy?.hear(packet)
    packet.free()
  }
  await take(await decoder.decodeAll(null))
  if (times.count === 0 || size === undefined)
    throw new Unreadable('Not one picture of this film can be read: it is damaged')
  await poster?.end()
  const files: MadeFile[] = []
  const strips = await strip?.write(path.join(order.folder, 'filmstrip.webp'))
  if (strips === true)
    files.push({ role: 'filmstrip', file: path.join(order.folder, 'filmstrip.webp'), contentType: 'image/webp' })
  const proxyFile = await proxy?.end()
  if (proxyFile !== undefined) files.push({ role: 'proxy', file: proxyFile, contentType: 'video/mp4' })
  const facts = { ...times.toFacts(), width: size.width, height: size.height, codec }
  await tell({ kind: 'made', made: { files, facts, isDone: true } })
}

/** The poster of a film: the first frame at a moment or after it, else the last there is. */
function makePoster(order: Order, atSeconds: number, tell: Tell) {
  let last: Frame | null = null
  let isMade = false

  async function make(frame: Frame): Promise<void> {
    isMade = true
    const size = shownSize(frame)
    const turn = turnOf(frame)
    const files: MadeFile[] = []
    for (const [role, side] of [
      ['poster', posterSide],
      ['thumbnail', thumbnailSide],
    ] as const) {
      const file = path.join(order.folder, `${role}.webp`)
      await writePicture(frame, { file, size: withinSide(size, side), turn })
      files.push({ role, file, contentType: 'image/webp' })
    }
    await tell({ kind: 'made', made: { files, facts: {}, isDone: false } })
  }

  return {
    async look(frame: Frame, at: number): Promise<void> {
      if (isMade) return
      if (at >= atSeconds) await make(frame)
      else {
        last?.free()
        last = frame.clone()
      }
    },
    async end(): Promise<void> {
      if (!isMade && last !== null) await make(last)
      last?.free()
    },
  }
}
