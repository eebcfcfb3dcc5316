import path from 'node:path'
import { type MadeFile, type Order, Unreadable, type Word } from '../messages.ts'
import { codecOf } from './film-codec.ts'
import { openSource } from './open-source.ts'
import { posterSide, thumbnailSide, withinSide, writePicture } from './pictures.ts'
import { shownSize, turnOf } from './shown-size.ts'

/** The longest side of what is shown of a still; WebP ends at 16,383. */
const shownSide = 4096

/** A still that no browser draws, as pictures that all do: one to look at, a poster and a thumbnail. */
export async function makeStill(order: Order, tell: (word: Word) => Promise<void>): Promise<void> {
  const source = await openSource(order)
  const { demuxer, decoder, stream } = source
  for await (const packet of demuxer.packets(stream.index)) {
    const [frame] = await decoder.decodeAll(packet)
    if (frame !== undefined) {
      const size = shownSize(frame)
      const turn = turnOf(frame)
      const files: MadeFile[] = []
      for (const [role, side] of [
        ['poster', posterSide],
        ['thumbnail', thumbnailSide],
        ['proxy', shownSide],
      ] as const) {
        const file = path.join(order.folder, `${role}.webp`)
        const of = { file, size: withinSide(size, side), turn }
        await writePicture(frame, role === 'proxy' ? { ...of, quality: 92, mostBytes: Infinity } : of)
        files.push({ role, file, contentType: 'image/webp' })
      }
      const facts = { ...size, codec: codecOf(source) }
      await tell({ kind: 'made', made: { files, facts, isDone: true } })
      return
    }
    if (packet === null) break
  }
  throw new Unreadable('This picture cannot be read: it is damaged')
}
